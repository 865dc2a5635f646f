import type { ErasureGround } from '#contract/personal-data.ts'
import { getTeamNameForEmail } from '#contract/rules/person-name.ts'
import { payerDetailsYears } from '#contract/rules/retention.ts'
import type { ErasureReason } from '#contract/user.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { eraseTeamPeopleByIds, lockTeamPeopleByIds } from '#server/features/teams/service.ts'
import { erasureTag } from '#server/lib/cache-invalidation.ts'
import type { FileStore } from '#server/lib/files.ts'
import { appendErasuresToLog, type ErasureState, readErasedIds } from './erasure-log.ts'
import { lockUsersByIds, type UserRow } from './queries.ts'
import {
  type AffectedTeam,
  type ErasureCleanup,
  mergeErasureCleanups,
  redactOtherRecordsOfTeamPeople,
  removePersonalDataOfAccount,
} from './remove-personal-data.ts'

/**
 * Writes `kept` or `erased` for the erasures of the log that are only `erasing`, because their process ended or lost the database during the commit. It locks
 * the people, so that it waits for erasures that are not committed yet.
 */
export const settleErasureLog = async (db: Db, dataDir: string): Promise<void> => {
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
    if (isLogged) await settleErasureLog(db, config.DATA_DIR).catch(() => {})
    throw error
  })
  if (!cleanup) return cleanup
  await appendErasuresToLog(config.DATA_DIR, cleanup.erasedIds, 'erased')
  await Promise.allSettled(cleanup.files.map(([folder, name]) => files.remove(folder, name)))
  if (cleanup.tags.length > 0) await invalidator.invalidate(erasureTag, ...cleanup.tags)
  return cleanup
}

/** Tells the owners of other teams that a person in their team was erased, without a name. */
export const notifyOwnersOfAffectedTeams = async (
  tx: Db,
  emails: Core['emails'],
  affectedTeams: readonly AffectedTeam[],
): Promise<void> => {
  for (const { owner, ...team } of affectedTeams) {
    const values = { name: owner.firstName, team: getTeamNameForEmail(team) }
    await emails.send({ template: 'teamPersonErased', to: owner.email, language: owner.lang, values }, tx)
  }
}

/** Erases an account in the caller's transaction, tells its owner by mail and writes an entry to the audit log. */
export const eraseAccount = async (
  tx: Db,
  emails: Core['emails'],
  row: UserRow,
  { actor, reason }: { actor: Actor; reason: ErasureReason | ErasureGround },
): Promise<ErasureCleanup> => {
  const cleanup = await removePersonalDataOfAccount(tx, row)
  const values = { name: row.firstName, paymentYears: payerDetailsYears }
  await emails.send({ template: 'erased', to: row.email, language: row.lang, values }, tx)
  await notifyOwnersOfAffectedTeams(tx, emails, cleanup.affectedTeams)
  await writeAudit(tx, { actor, action: 'erase', entity: 'user', entityId: row.id, after: { role: row.role, reason } })
  return cleanup
}

/** A command that runs while no server does has no `invalidator`. */
type Options = { dataDir: string; files: FileStore; states: readonly ErasureState[]; invalidator?: Core['invalidator'] }

/**
 * Repeats the logged erasures of `states` in a restored database and its files, without mails. A restored person whose erasure was about to be committed is erased,
 * too. Returns how many people were erased again.
 */
export const repeatErasures = async (db: Db, { dataDir, files, states, invalidator }: Options): Promise<number> => {
  const ids = await readErasedIds(dataDir, states)
  if (ids.length === 0) return 0
  const cleanup = await inTransaction(db, async (tx) => {
    const done: ErasureCleanup[] = []
    for (const row of await lockUsersByIds(tx, ids)) done.push(await removePersonalDataOfAccount(tx, row))
    const people = await eraseTeamPeopleByIds(tx, ids)
    return mergeErasureCleanups(people.length > 0 ? [...done, await redactOtherRecordsOfTeamPeople(tx, people)] : done)
  })
  await Promise.allSettled(cleanup.files.map(([folder, name]) => files.remove(folder, name)))
  if (invalidator && cleanup.tags.length > 0) await invalidator.invalidate(erasureTag, ...cleanup.tags)
  return new Set(cleanup.erasedIds).size
}
