import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { FileStore } from '#server/lib/files.ts'
import { readErasedIds } from './erasure-log.ts'
import { type ErasureCleanup, forgetAccount, forgetTeamPeople } from './forget-person.ts'
import { deleteTeamPeopleByIds, lockUsersByIds } from './queries-erase.ts'

/** Repeats the logged erasures in a restored database and its files. Returns how many people were erased again. */
export const repeatErasures = async (db: Db, { dataDir, files }: { dataDir: string; files: FileStore }): Promise<number> => {
  const ids = await readErasedIds(dataDir)
  if (ids.length === 0) return 0
  const cleanups = await inTransaction(db, async (tx) => {
    const done: ErasureCleanup[] = []
    for (const row of await lockUsersByIds(tx, ids)) done.push(await forgetAccount(tx, row))
    const people = await deleteTeamPeopleByIds(tx, ids)
    return people.length > 0 ? [...done, await forgetTeamPeople(tx, people)] : done
  })
  await Promise.allSettled(cleanups.flatMap(({ files: obsolete }) => obsolete.map(([folder, name]) => files.remove(folder, name))))
  return new Set(cleanups.flatMap(({ erasedIds }) => erasedIds)).size
}
