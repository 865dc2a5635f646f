import type { Core } from '#server/deps.ts'
import { appendAwardRemovalsToScoreLogs } from '#server/event/awards/service.ts'
import { deleteSeasonRecordsOfTeams } from '#server/people/seasons/service.ts'
import {
  hasTeamPayments,
  purgeExpiredPeopleAndPaymentlessTeams,
  purgePeopleAndPaymentlessLockedTeam,
  teamSoftDeleteConfig,
} from '#server/people/teams/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  type DeletedListQuery,
  lockDeletedRowOrThrow,
  readRestorableRecordPage,
} from '#server/platform/crud/deleted-records.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamRegionCondition, isWithinRegions } from '#server/platform/db/region-conditions.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { UploadFolder } from '#server/platform/lib/files.ts'
import { eraseRecordsOfDeletedTeamPeople } from './remove-personal-data.ts'
import { runErasureTransactionAndCleanUp } from './run-erasure.ts'

/** Creates the service that lists deleted teams and erases them permanently. */
export const createDeletedTeamPurgeService = (core: Core) => {
  /**
   * Erases the teams that `eraseRows` deletes, with their files and what else is stored of their people.
   * Returns the number of teams.
   */
  const eraseTeams = async (
    eraseRows: (tx: Db) => ReturnType<typeof purgeExpiredPeopleAndPaymentlessTeams>,
    actor: Actor,
  ): Promise<number> => {
    const { teamCount } = await runErasureTransactionAndCleanUp(core, async (tx) => {
      const erased = await eraseRows(tx)
      await deleteSeasonRecordsOfTeams(tx, erased.lockedIds)
      for (const { id, teamNo, competitionId } of erased.teams)
        await writeAudit(tx, {
          actor,
          action: 'purge',
          entity: 'team',
          entityId: id,
          before: { teamNo, competitionId },
        })
      const cleanup = await eraseRecordsOfDeletedTeamPeople(tx, erased.people)
      await appendAwardRemovalsToScoreLogs(tx, erased.awards)
      const images = erased.images.map((name): [UploadFolder, string] => ['teams', name])
      return { ...cleanup, files: [...cleanup.files, ...images], teamCount: erased.teams.length }
    })
    return teamCount
  }

  return {
    listDeleted: (query: DeletedListQuery) =>
      readRestorableRecordPage(
        core.database.db,
        {
          ...teamSoftDeleteConfig,
          name: { en: teams.name, ar: teams.name },
          searchText: teams.search,
          condition: buildTeamRegionCondition(query.regionLimit),
        },
        query,
      ),

    /**
     * Deletes a deleted team permanently, with its people and images. Throws `not-found`, and
     * `has-payments` when there are payments for it.
     */
    purgeOne: async (id: string, actor: Actor): Promise<void> => {
      await eraseTeams(async (tx) => {
        const team = await lockDeletedRowOrThrow(tx, teamSoftDeleteConfig, id)
        if (!isWithinRegions(actor.regionLimit ?? null, team.regionId)) throw new AppError('not-found')
        if (await hasTeamPayments(tx, id)) throw new AppError('has-payments')
        return purgePeopleAndPaymentlessLockedTeam(tx, team)
      }, actor)
    },

    /**
     * Removes the teams that were deleted more than 30 days ago, with their images. Returns the number of
     * teams.
     */
    purge: (): Promise<number> =>
      eraseTeams(purgeExpiredPeopleAndPaymentlessTeams, { userId: null, name: 'system' }),
  }
}
