import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { eraseTeamPeopleByIds } from '#server/features/teams/service.ts'
import { erasureTag } from '#server/lib/cache-invalidation.ts'
import type { FileStore } from '#server/lib/files.ts'
import { type ErasureState, readErasedIds } from './erasure-log.ts'
import { lockUsersByIds } from './queries.ts'
import {
  type ErasureCleanup,
  mergeErasureCleanups,
  removePersonalDataOfAccount,
  removePersonalDataOfTeamPeople,
} from './remove-personal-data.ts'

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
    return mergeErasureCleanups(people.length > 0 ? [...done, await removePersonalDataOfTeamPeople(tx, people)] : done)
  })
  await Promise.allSettled(cleanup.files.map(([folder, name]) => files.remove(folder, name)))
  if (invalidator && cleanup.tags.length > 0) await invalidator.invalidate(erasureTag, ...cleanup.tags)
  return new Set(cleanup.erasedIds).size
}
