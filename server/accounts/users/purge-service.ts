import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  type DeletedListQuery,
  lockDeletedRowOrThrow,
  readRestorableRecordPage,
} from '#server/platform/crud/deleted-records.ts'
import type { Db } from '#server/platform/db/open.ts'
import { users } from '#server/platform/db/schema/users.ts'
import {
  type AffectedTeam,
  type ErasureCleanup,
  eraseUserDataAndReturnCleanup,
  mergeErasureCleanups,
} from '../privacy/remove-personal-data.ts'
import { runErasureTransactionAndCleanUp } from '../privacy/run-erasure.ts'
import { fullName, lockUsersPastRestorePeriod, type UserRow } from './queries.ts'
import { assertMayChangeOrMakeBackOfficeUser, userSoftDeleteConfig } from './user-changes.ts'

const systemActor: Actor = { userId: null, name: 'system' }

/** Sends the emails to owners of other teams in which an erased person was. */
type NotifyTeamOwners = (tx: Db, affectedTeams: readonly AffectedTeam[]) => Promise<void>

/** Removes a locked, deleted user as an erasure does, without an email. */
const purgeUser = async (tx: Db, row: UserRow, actor: Actor): Promise<ErasureCleanup> => {
  const cleanup = await eraseUserDataAndReturnCleanup(tx, row)
  await writeAudit(tx, {
    actor,
    action: 'purge',
    entity: 'user',
    entityId: row.id,
    before: { role: row.role },
  })
  return cleanup
}

/** Creates the service that lists deleted users and erases them permanently. */
export const createDeletedUserPurgeService = (core: Core) => ({
  listDeleted: (query: DeletedListQuery) =>
    readRestorableRecordPage(
      core.database.db,
      { ...userSoftDeleteConfig, name: { en: fullName, ar: fullName }, searchText: users.search },
      query,
    ),

  /**
   * Erases a deleted user immediately, as `purge` does. Throws `not-found`, and `no-permission` for a user of
   * the back office.
   */
  purgeOne: async (id: string, actor: Actor, notifyTeamOwners: NotifyTeamOwners): Promise<void> => {
    await runErasureTransactionAndCleanUp(core, async (tx) => {
      const row = await lockDeletedRowOrThrow(tx, userSoftDeleteConfig, id)
      assertMayChangeOrMakeBackOfficeUser(row, undefined, actor)
      const cleanup = await purgeUser(tx, row, actor)
      await notifyTeamOwners(tx, cleanup.affectedTeams)
      return cleanup
    })
  },

  /**
   * Erases the users deleted more than `restorableDays` ago as an erasure does, without an email to them;
   * `notifyTeamOwners` sends the emails to owners of other teams. Returns how many.
   */
  purge: async (notifyTeamOwners: NotifyTeamOwners): Promise<number> => {
    const { erasedIds } = await runErasureTransactionAndCleanUp(core, async (tx) => {
      const expired = await lockUsersPastRestorePeriod(tx)
      const done: ErasureCleanup[] = []
      for (const row of expired) done.push(await purgeUser(tx, row, systemActor))
      const cleanup = mergeErasureCleanups(done)
      await notifyTeamOwners(tx, cleanup.affectedTeams)
      return cleanup
    })
    return erasedIds.length
  },
})
