import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { lockTeamPeopleByIds } from '#server/features/teams/service.ts'
import { erasureTag } from '#server/lib/cache-invalidation.ts'
import { appendErasuresToLog, readErasedIds } from './erasure-log.ts'
import { lockUsersByIds } from './queries.ts'
import type { ErasureCleanup } from './remove-personal-data.ts'

/**
 * Writes `kept` or `erased` for the erasures of the log that are only `erasing`, because their process ended or lost the database during the commit. It locks
 * the people, so that it waits for erasures that are not committed yet.
 */
export const resolveInterruptedErasures = async (db: Db, dataDir: string): Promise<void> => {
  const ids = await readErasedIds(dataDir, ['erasing'])
  if (ids.length === 0) return
  await inTransaction(db, async (tx) => {
    const present = new Set([...(await lockUsersByIds(tx, ids)), ...(await lockTeamPeopleByIds(tx, ids))].map(({ id }) => id))
    const select = (isPresent: boolean) => ids.filter((id) => present.has(id) === isPresent)
    await appendErasuresToLog(dataDir, select(true), 'kept')
    await appendErasuresToLog(dataDir, select(false), 'erased')
  })
}

/**
 * Runs `work` in a transaction that erases people, then removes their files and invalidates the cached replies. The ids are in the erasure log before the
 * commit, so no crash can lose them, and an erasure that cannot be logged is rolled back. The daily removal of orphan files removes files that cannot be removed now.
 */
export const runInErasureTransaction = async <Cleanup extends ErasureCleanup | undefined>(
  { config, database, files, invalidator }: Core,
  work: (tx: Db) => Promise<Cleanup>,
): Promise<Cleanup> => {
  const { db } = database
  let isLogged = false
  const cleanup = await inTransaction(db, async (tx) => {
    const done = await work(tx)
    if (done && done.erasedIds.length > 0) {
      await appendErasuresToLog(config.DATA_DIR, done.erasedIds, 'erasing')
      isLogged = true
    }
    return done
  }).catch(async (error: unknown) => {
    // only the database knows whether a failed commit took effect; the daily job asks again when it is away
    if (isLogged) await resolveInterruptedErasures(db, config.DATA_DIR).catch(() => {})
    throw error
  })
  if (!cleanup) return cleanup
  await appendErasuresToLog(config.DATA_DIR, cleanup.erasedIds, 'erased')
  await Promise.allSettled(cleanup.files.map(([folder, name]) => files.remove(folder, name)))
  if (cleanup.tags.length > 0) await invalidator.invalidate(erasureTag, ...cleanup.tags)
  return cleanup
}
