import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { Team, TeamEdit, TeamListRow } from '#contract/people/teams/team.schema.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import type { Core } from '#server/deps.ts'
import {
  type CompetitionRow,
  findCompetition,
  findCompetitionIdByIdOrSlug,
  lockCompetition,
  reserveNextTeamNo,
} from '#server/event/competitions/service.ts'
import { listRankingCacheTagsOfTeam } from '#server/event/scores/service.ts'
import { markTeamPaidOrUnpaidManually } from '#server/money/payments/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import {
  lockUndeletedOrRestorableRowOrThrow,
  lockUndeletedRowOrThrow,
  softDeleteLockedRowWithAudit,
  updateRowWithAudit,
} from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { assertTeamInRegions, isWithinRegions } from '#server/platform/db/region-conditions.ts'
import { teams } from '#server/platform/db/schema/teams.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { saveRecordAndReplaceImages } from '#server/platform/lib/images.ts'
import { omitUndefined } from '#server/platform/lib/omit-undefined.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { findRegionIdByIdOrSlug } from '#server/site/contents/service.ts'
import { listUnconfirmedMinorsOfTeam } from '../guardian-confirmations/service.ts'
import { assertNoProblems, awaitWithTeamConstraintErrors } from './conflicts.ts'
import {
  type DatedTeamFilter,
  findTeamWithRelations,
  iterateTeamBatchesByFilter,
  listPeopleOfTeams,
  listTeamsWithRelationsByIds,
  loadTeamsWithPeopleAndScores,
  lockTeam,
  type RegionalTeamFilter,
  readAdminTeamPage,
  type TeamListQuery,
} from './queries.ts'
import { findTeamRoleOfUser } from './queries-account.ts'
import {
  allowExceedingPlacesInTransaction,
  allowStoredPeopleCountInTransaction,
  insertTeam,
  restorePeopleOfTeamDeletedAt,
  setDeferredConstraintsImmediate,
  softDeletePeopleOfTeam,
  updateTeam,
} from './queries-write.ts'
import {
  createTeamReadContext,
  type PersonRow,
  type TeamDbRow,
  type TeamReadContext,
  toTeam,
  toTeamAudit,
  toTeamListRow,
} from './rows.ts'

export { listOwnedOrCoachedTeamIds } from './queries-account.ts'
export {
  anonymizePersonAndClearAddressInTeams,
  deleteTeamPeopleByIds,
  eraseUnpaidTeamsAndClearPaidLinks,
  hasTeamPayments,
  listTeamsWithOwnersOtherThanUser,
  lockAndListTeamPersonIds,
  purgeExpiredPeopleAndPaymentlessTeams,
  purgePeopleAndPaymentlessLockedTeam,
  type RemovedTeamPerson,
} from './queries-erase.ts'

export { canReplaceRefusedMembers } from './replace-refused.ts'
export { buildSignedPersonPhotoUrl, createTeamReadContext } from './rows.ts'

/** The configuration of teams for the functions of server/platform/crud/soft-delete.ts. */
export const teamSoftDeleteConfig = { table: teams, entity: 'team', toAudit: toTeamAudit } as const

/** Reads a team with its people and scores. Throws `not-found`. */
export const getTeamDetails = async (db: Db, id: string, readers: TeamReadContext): Promise<Team> => {
  const parts = await findTeamWithRelations(db, id)
  const [whole] = parts ? await loadTeamsWithPeopleAndScores(db, [parts]) : []
  if (!whole) throw new AppError('not-found')
  return toTeam(whole.parts, whole.of, readers)
}

/** Throws `not-found` for a team that a user neither registered nor coaches. */
export const assertUserOwnsOrCoachesTeam = async (db: Db, teamId: string, userId: string): Promise<void> => {
  const parts = await findTeamWithRelations(db, teamId)
  if (!parts || !(await findTeamRoleOfUser(db, parts.team, userId))) throw new AppError('not-found')
}

/** Lists the coaches and members of a team. Throws `not-found`. */
export const listPeopleOfExistingTeam = async (db: Db, teamId: string): Promise<PersonRow[]> => {
  if (!(await findTeamWithRelations(db, teamId))) throw new AppError('not-found')
  return listPeopleOfTeams(db, [teamId])
}

/** Adds today's date in the time zone of the site to a filter that needs it. */
export const addSiteDateToFilterIfNeeded = async <Filter extends RegionalTeamFilter>(
  core: Core,
  filter: Filter,
): Promise<Filter & DatedTeamFilter> =>
  filter.guardianMissing === undefined && filter.guardianRefused === undefined
    ? filter
    : { ...filter, today: await getSiteDate(core) }

/** Creates a function that reads many teams with their people and scores, 200 at a time. */
export const createTeamBatchReader = ({ encryption }: Core) => {
  const readers = createTeamReadContext(encryption)
  return async function* (db: Db, ids: readonly string[]): AsyncGenerator<Team[]> {
    for (let from = 0; from < ids.length; from += 200) {
      const rows = await listTeamsWithRelationsByIds(db, ids.slice(from, from + 200))
      yield (await loadTeamsWithPeopleAndScores(db, rows)).map(({ parts, of }) => toTeam(parts, of, readers))
    }
  }
}

/**
 * Returns true when a team with these people has the number of coaches and members that its competition
 * requires.
 */
export const isWithinPeopleLimits = (
  people: readonly Pick<PersonRow, 'kind'>[],
  { minMembers, maxMembers, minCoaches, maxCoaches }: CompetitionRow,
): boolean => {
  const members = people.filter(({ kind }) => kind === 'member').length
  const coaches = people.length - members
  return members >= minMembers && members <= maxMembers && coaches >= minCoaches && coaches <= maxCoaches
}

/**
 * Returns true when a team has the number of people that its competition requires, on the day `today`.
 * Members whose guardian refuses may not take part, and do not count.
 */
export const hasRequiredPeopleWithoutRefused = async (
  tx: Db,
  teamId: string,
  competition: CompetitionRow,
  today: string,
): Promise<boolean> => {
  const unconfirmed = await listUnconfirmedMinorsOfTeam(tx, teamId, today)
  const refused = new Set(unconfirmed.flatMap(({ id, isRefused }) => (isRefused ? id : [])))
  const people = await listPeopleOfTeams(tx, [teamId])
  return isWithinPeopleLimits(
    people.filter(({ id }) => !refused.has(id)),
    competition,
  )
}

/**
 * Locks a team and stores whether it is complete, after the answer of a guardian or on the day a member is of
 * age. Returns whether that changed.
 */
export const updateTeamCompleteness = async (tx: Db, teamId: string, today: string): Promise<boolean> => {
  const team = await lockTeam(tx, teamId)
  const competition = team && (await findCompetition(tx, team.competitionId))
  if (!competition) return false
  const complete = await hasRequiredPeopleWithoutRefused(tx, teamId, competition, today)
  if (complete !== team.complete) await updateTeam(tx, teamId, { complete })
  return complete !== team.complete
}

/** Locks a team that is not deleted. Throws `not-found`, and `stale-version` with the current team. */
export const lockTeamAtVersion = async (
  tx: Db,
  id: string,
  version: number | undefined,
  readers: TeamReadContext,
): Promise<TeamDbRow> => {
  const row = await lockUndeletedRowOrThrow(tx, teamSoftDeleteConfig, id)
  await assertVersionNotStale(version, row, () => getTeamDetails(tx, id, readers))
  return row
}

/** Deletes a locked team with its people; both can be restored for 30 days. */
export const softDeleteTeamWithPeopleAndAudit = async (
  tx: Db,
  before: TeamDbRow,
  actor: Actor,
): Promise<void> => {
  const deletedAt = new Date()
  await softDeletePeopleOfTeam(tx, before.id, deletedAt)
  await softDeleteLockedRowWithAudit(tx, teamSoftDeleteConfig, before, actor, deletedAt)
}

/** Creates the service that lists, saves, deletes and restores teams for the back office. */
export const createAdminTeamService = (core: Core) => {
  const { database, encryption, files, invalidator } = core
  const { db } = database
  const readers = createTeamReadContext(encryption)

  /** Returns a team with its people and scores. Throws `not-found`. */
  const getTeam = (id: string): Promise<Team> => getTeamDetails(db, id, readers)

  const createTeam = async (
    tx: Db,
    { id: _, version: _v, reason, paid, competitionId = '', ...columns }: TeamColumns,
    actor: Actor,
  ) => {
    const competition = await lockCompetition(tx, competitionId)
    if (!competition) throw new AppError('bad-input', [{ field: 'competitionId', code: 'not-found' }])
    const values = {
      ...omitUndefined(columns),
      name: columns.name,
      competitionId,
      teamNo: await reserveNextTeamNo(tx, competitionId),
    }
    // an owner keeps a team that moves to another region
    const team = await insertTeam(tx, { ...values, userId: actor.regionLimit ? null : actor.userId })
    await writeAudit(tx, {
      actor,
      action: 'create',
      entity: 'team',
      entityId: team.id,
      after: toTeamAudit(team),
    })
    if (paid) await markTeamPaidOrUnpaidManually(tx, { teamId: team.id, paid, reason: reason ?? '', actor })
    return { id: team.id, replaced: [] as (string | null)[], isLevelChanged: false }
  }

  const updateExistingTeam = async (
    tx: Db,
    { id = '', version, reason, paid, competitionId, ...columns }: TeamColumns,
    actor: Actor,
  ) => {
    const before = await lockTeamAtVersion(tx, id, version, readers)
    if (!isWithinRegions(actor.regionLimit ?? null, before.regionId)) throw new AppError('not-found')
    const moves = competitionId !== undefined && competitionId !== before.competitionId
    const competition = await lockCompetition(tx, competitionId ?? before.competitionId)
    if (!competition) throw new AppError('bad-input', [{ field: 'competitionId', code: 'not-found' }])
    const moved = moves ? { competitionId, teamNo: await reserveNextTeamNo(tx, competitionId) } : {}
    // another competition has other limits
    const today = await getSiteDate({ config: core.config, database: { readDb: tx } })
    const complete = await hasRequiredPeopleWithoutRefused(tx, id, competition, today)
    const change = { ...omitUndefined(columns), ...moved, complete, version: before.version + 1 }
    const after = await updateRowWithAudit(tx, teamSoftDeleteConfig, before, change, 'update', actor)
    if (paid !== undefined && paid !== before.paid)
      await markTeamPaidOrUnpaidManually(tx, { teamId: id, paid, reason: reason ?? '', actor })
    return {
      id,
      replaced: after.image === before.image ? [] : [before.image],
      isLevelChanged: after.ageLevel !== before.ageLevel,
    }
  }
  type TeamColumns = TeamEdit & { image?: string | null }

  return {
    list: async (query: TeamListQuery): Promise<{ records: TeamListRow[]; total: number }> => {
      const { rows, total } = await readAdminTeamPage(db, { ...query, today: await getSiteDate(core) })
      return { records: rows.map((row) => toTeamListRow(row, readers)), total }
    },

    /** Returns a team of the regions of a user with its people and scores. Throws `not-found`. */
    one: async (id: string, regionLimit: RegionLimit): Promise<Team> => {
      await assertTeamInRegions(db, id, regionLimit)
      return getTeam(id)
    },

    /**
     * Creates a team, or changes the team that `edit.id` names. Region and competition are ids or slugs. A
     * image of null is removed, undefined stays. A team that moves to another competition gets a new number
     * there. A full competition takes the team, too. A user who is limited to regions changes their teams only, and
     * keeps them there. Throws `form-incomplete` (`name`, `competitionId`), `bad-input` (an unknown region or
     * competition, or people that the other competition does not allow), `not-found`, `conflict`
     * (a member who is in another team of the competition; `paid` that only a refund undoes), `bad-picture`,
     * `picture-too-large`, `stale-version` with `details.current`.
     */
    save: async (edit: TeamEdit, actor: Actor, picture?: Upload | null): Promise<Team> => {
      assertNoProblems([
        ...(edit.name === '' ? [{ field: 'name', code: 'required' as const }] : []),
        ...(edit.id === undefined && !edit.competitionId
          ? [{ field: 'competitionId', code: 'required' as const }]
          : []),
      ])
      const regionId = edit.regionId && (await findRegionIdByIdOrSlug(db, edit.regionId))
      const competitionId = edit.competitionId && (await findCompetitionIdByIdOrSlug(db, edit.competitionId))
      assertNoProblems([
        ...(edit.regionId && !regionId ? [{ field: 'regionId', code: 'not-found' as const }] : []),
        ...(edit.competitionId && !competitionId
          ? [{ field: 'competitionId', code: 'not-found' as const }]
          : []),
      ])
      const { regionLimit = null } = actor
      if (edit.id !== undefined) {
        const stored = await findTeamWithRelations(db, edit.id)
        if (!stored || !isWithinRegions(regionLimit, stored.team.regionId)) throw new AppError('not-found')
      }
      const isRegionSaved = edit.id === undefined || edit.regionId !== undefined
      if (isRegionSaved && !isWithinRegions(regionLimit, regionId))
        throw new AppError('bad-input', [{ field: 'regionId', code: 'other-region' }])
      const saved = await saveRecordAndReplaceImages(
        files,
        'teams',
        { image: picture ? { upload: picture, kind: 'photo' } : undefined },
        async ({ image }) => {
          const columns: TeamColumns = {
            ...edit,
            regionId,
            competitionId,
            ...(image ? { image } : picture === null ? { image: null } : {}),
          }
          return awaitWithTeamConstraintErrors(
            inTransaction(db, async (tx) => {
              await allowExceedingPlacesInTransaction(tx)
              const done =
                edit.id === undefined
                  ? await createTeam(tx, columns, actor)
                  : await updateExistingTeam(tx, columns, actor)
              await setDeferredConstraintsImmediate(tx)
              return done
            }),
          )
        },
      )
      const rankingTags = saved.isLevelChanged ? await listRankingCacheTagsOfTeam(db, saved.id) : []
      await invalidator.invalidate('teams', 'competitions', ...rankingTags)
      return getTeam(saved.id)
    },

    /**
     * Deletes a team and frees its place. `restore` brings it back with its people for 30 days. Throws
     * `not-found`.
     */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const team = await lockTeamAtVersion(tx, id, undefined, readers)
        if (!isWithinRegions(actor.regionLimit ?? null, team.regionId)) throw new AppError('not-found')
        await softDeleteTeamWithPeopleAndAudit(tx, team, actor)
      })
      await invalidator.invalidate('teams', 'competitions')
    },

    /**
     * Restores a deleted team, also in a full competition. Throws `not-found` after 30 days, `conflict` when a
     * member is in another team now.
     */
    restore: async (id: string, actor: Actor): Promise<Team> => {
      await awaitWithTeamConstraintErrors(
        inTransaction(db, async (tx) => {
          const before = await lockUndeletedOrRestorableRowOrThrow(tx, teamSoftDeleteConfig, id)
          if (!isWithinRegions(actor.regionLimit ?? null, before.regionId)) throw new AppError('not-found')
          if (!before.deletedAt) return
          const competition = await findCompetition(tx, before.competitionId)
          if (!competition) throw new AppError('conflict')
          await allowExceedingPlacesInTransaction(tx)
          await restorePeopleOfTeamDeletedAt(tx, id, before.deletedAt)
          // its competition may allow fewer people by now
          await allowStoredPeopleCountInTransaction(tx, id, await listPeopleOfTeams(tx, [id]))
          const today = await getSiteDate({ config: core.config, database: { readDb: tx } })
          const complete = await hasRequiredPeopleWithoutRefused(tx, id, competition, today)
          const change = { deletedAt: null, complete }
          await updateRowWithAudit(tx, teamSoftDeleteConfig, before, change, 'restore', actor)
          await setDeferredConstraintsImmediate(tx)
        }),
      )
      await invalidator.invalidate('teams', 'competitions')
      return getTeam(id)
    },

    /** Yields all teams that match, with people and scores, in batches. */
    each: async function* (filter: RegionalTeamFilter): AsyncGenerator<Team[]> {
      for await (const rows of iterateTeamBatchesByFilter(
        database.readDb,
        await addSiteDateToFilterIfNeeded(core, filter),
      ))
        yield (await loadTeamsWithPeopleAndScores(database.readDb, rows)).map(({ parts, of }) =>
          toTeam(parts, of, readers),
        )
    },

    /** Returns the slug of a competition, or undefined. */
    findCompetitionSlug: async (competitionId: string): Promise<string | undefined> =>
      (await findCompetition(db, competitionId))?.slug,
  }
}
