import { v7 as randomUUIDv7 } from 'uuid'
import type { PersonKind } from '#contract/people/teams/team.fields.ts'
import type { PersonSubmission, Team, TeamPerson, TeamScore } from '#contract/people/teams/team.schema.ts'
import { listProblemsInChangedPersonValues } from '#contract/people/teams/team-rules.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import type { Core } from '#server/deps.ts'
import { findCompetition } from '#server/event/competitions/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { softDeleteLockedRowWithAudit, updateRowWithAudit } from '#server/platform/crud/soft-delete.ts'
import type { Db } from '#server/platform/db/open.ts'
import { teamPeople } from '#server/platform/db/schema/teams.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { saveRecordAndReplaceImages } from '#server/platform/lib/images.ts'
import { getSiteDate, getSitePhoneCountry } from '#server/platform/settings/service.ts'
import { deleteInvalidatedConfirmationsAndLinks } from '../guardian-confirmations/service.ts'
import { assertNoProblems, awaitWithTeamConstraintErrors } from './conflicts.ts'
import { listPeopleOfTeams } from './queries.ts'
import {
  findRestorablePersonOfTeam,
  findUndeletedPersonOfTeam,
  insertPerson,
  replaceTeamScores,
  setDeferredConstraintsImmediate,
  updateTeam,
} from './queries-write.ts'
import {
  createTeamReadContext,
  encryptPersonReportingProblems,
  hidePeopleAndOwnerWithoutPermission,
  isMemberReplacedBySubmission,
  type PersonRow,
  type TeamDbRow,
  toPersonAuditWithNameAndHashes,
  toRegistrationLimits,
  toStoredPersonForRules,
  toTeamPersonWithMaskedId,
} from './rows.ts'
import { getTeamDetails, hasRequiredPeopleWithoutRefused, lockTeamAtVersion } from './service.ts'

type PersonKey = { teamId: string; kind: PersonKind }
type SavedPerson = { person: TeamPerson; team: Team }

/** Creates the service that saves, removes and restores coaches and members for the back office. */
export const createTeamPersonEditService = ({ config, database, encryption, files, invalidator }: Core) => {
  const { db } = database
  const readers = createTeamReadContext(encryption)
  const target = {
    table: teamPeople,
    entity: 'team-person',
    toAudit: (row: PersonRow) => toPersonAuditWithNameAndHashes(row, encryption),
  } as const

  const getPerson = async (tx: Db, { teamId, kind }: PersonKey, id: string): Promise<PersonRow> => {
    const row = await findUndeletedPersonOfTeam(tx, teamId, kind, id)
    if (!row) throw new AppError('not-found')
    return row
  }
  /** Updates the version and completeness of a team whose people changed. */
  const updateTeamState = async (tx: Db, team: TeamDbRow) => {
    const competition = await findCompetition(tx, team.competitionId)
    if (!competition) throw new AppError('conflict')
    await updateTeam(tx, team.id, {
      complete: await hasRequiredPeopleWithoutRefused(
        tx,
        team.id,
        competition,
        await getSiteDate({ config, database: { readDb: tx } }),
      ),
      version: team.version + 1,
    })
    await setDeferredConstraintsImmediate(tx)
  }
  const getNextPosition = async (tx: Db, { teamId, kind }: PersonKey) =>
    Math.max(
      -1,
      ...(await listPeopleOfTeams(tx, [teamId]))
        .filter((person) => person.kind === kind)
        .map(({ position }) => position),
    ) + 1

  const toSavedPerson = async (teamId: string, row: PersonRow): Promise<SavedPerson> => ({
    person: toTeamPersonWithMaskedId(row, readers),
    team: await getTeamDetails(db, teamId, readers),
  })

  return {
    /**
     * Adds a person to a team, or changes the person that `draft.id` names. An image of null is removed,
     * undefined stays. Without `nationalId` the stored one stays. A member who becomes another person needs what a
     * new one needs. Throws `not-found`, `form-incomplete` and `bad-input` with fields (contract/people/teams/team-rules.ts,
     * `members` or `coaches` for too many), `conflict` (`nationalId` in another team, or twice), `bad-picture`,
     * `picture-too-large`, `stale-version` with the current team in `details.current`.
     */
    save: async (
      place: PersonKey,
      draft: PersonSubmission,
      actor: Actor,
      { version, picture }: { version?: number | undefined; picture?: Upload | null | undefined } = {},
    ): Promise<SavedPerson> => {
      const { teamId, kind } = place
      const team = await getTeamDetails(db, teamId, readers)
      const competition = await findCompetition(db, team.competition.id)
      if (!competition) throw new AppError('conflict')
      const stored = draft.id === undefined ? undefined : await getPerson(db, place, draft.id)
      // consent, photo and national ID of the stored member are not those of another one
      const isOther = stored !== undefined && isMemberReplacedBySubmission(stored, draft, encryption)
      const known = isOther ? undefined : stored
      const problems: FieldProblem[] = listProblemsInChangedPersonValues(
        kind,
        draft,
        toRegistrationLimits(competition, await getSiteDate({ config, database })),
        // organizers register members who have no national ID, here as with a file
        { ...(known ? toStoredPersonForRules(known) : { consent: false }), nationalId: true },
      )
      const id = draft.id ?? randomUUIDv7()
      const phoneCountry = await getSitePhoneCountry({ config, database })
      const columns = encryptPersonReportingProblems(
        kind,
        draft,
        { id, encryption, before: known, phoneCountry },
        (problem) => problems.push(problem),
      )
      assertNoProblems(problems)
      const { after } = await saveRecordAndReplaceImages(
        files,
        'private',
        { picture: picture ? { upload: picture, kind: 'avatar' } : undefined },
        async ({ picture: name }) => {
          const values = {
            ...columns,
            ...(name ? { picture: name } : picture === null || isOther ? { picture: null } : {}),
          }
          return awaitWithTeamConstraintErrors(
            inTransaction(db, async (tx) => {
              const held = await lockTeamAtVersion(tx, teamId, undefined, readers)
              const before = draft.id === undefined ? undefined : await getPerson(tx, place, draft.id)
              if (before)
                await assertVersionNotStale(version, before, () => getTeamDetails(tx, teamId, readers))
              const row = before
                ? await updateRowWithAudit(
                    tx,
                    target,
                    before,
                    { ...values, version: before.version + 1 },
                    'update',
                    actor,
                  )
                : await insertPerson(tx, {
                    ...values,
                    id,
                    teamId,
                    kind,
                    competitionId: held.competitionId,
                    position: await getNextPosition(tx, place),
                  })
              if (!before)
                await writeAudit(tx, {
                  actor,
                  action: 'create',
                  entity: 'team-person',
                  entityId: row.id,
                  after: target.toAudit(row),
                })
              await deleteInvalidatedConfirmationsAndLinks(tx, [{ old: before, row }])
              await updateTeamState(tx, held)
              return {
                after: row,
                replaced: before && before.picture !== row.picture ? [before.picture] : [],
              }
            }),
          )
        },
      )
      await invalidator.invalidate('teams')
      return toSavedPerson(teamId, after)
    },

    /** Removes a person from a team. `restore` undoes it for 30 days. Throws `not-found`. */
    remove: async (place: PersonKey, id: string, actor: Actor): Promise<Team> => {
      await inTransaction(db, async (tx) => {
        const held = await lockTeamAtVersion(tx, place.teamId, undefined, readers)
        const before = await getPerson(tx, place, id)
        await softDeleteLockedRowWithAudit(tx, target, before, actor)
        await updateTeamState(tx, held)
      })
      await invalidator.invalidate('teams')
      return getTeamDetails(db, place.teamId, readers)
    },

    /**
     * Restores a removed person. Throws `not-found`, `bad-input` (`members` or `coaches` too many),
     * `conflict` when the person is in another team now.
     */
    restore: async (place: PersonKey, id: string, actor: Actor): Promise<SavedPerson> => {
      const row = await awaitWithTeamConstraintErrors(
        inTransaction(db, async (tx) => {
          const held = await lockTeamAtVersion(tx, place.teamId, undefined, readers)
          const before = await findRestorablePersonOfTeam(tx, place.teamId, place.kind, id)
          if (!before) throw new AppError('not-found')
          const after = await updateRowWithAudit(tx, target, before, { deletedAt: null }, 'restore', actor)
          await updateTeamState(tx, held)
          return after
        }),
      )
      await invalidator.invalidate('teams')
      return toSavedPerson(place.teamId, row)
    },

    /**
     * Returns the national ID of one person after writing the reader and the reason to the audit log. Throws
     * `not-found` where there is none.
     */
    reveal: async (place: PersonKey, id: string, reason: string, actor: Actor): Promise<string> => {
      const row = await getPerson(db, place, id)
      if (row.nationalId === null) throw new AppError('not-found')
      const after = { team: place.teamId, reason }
      await writeAudit(db, { actor, action: 'reveal', entity: 'team-person', entityId: id, after })
      return encryption.decrypt(row.nationalId, 'team_people.national_id', id)
    },
  }
}

const isLink = (text: string) => {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Finds the links that are not web addresses, and the keys that occur twice. */
const listScoreProblems = (scores: readonly TeamScore[]): FieldProblem[] => {
  const problems: FieldProblem[] = []
  const link = (field: string, text: string) => {
    if (text !== '' && !isLink(text)) problems.push({ field, code: 'bad-format' })
  }
  for (const [at, score] of scores.entries()) {
    for (const field of ['youtubeLink', 'file', 'github'] as const)
      link(`scores.${at}.${field}`, score[field])
    for (const [nth, match] of score.matches.entries())
      link(`scores.${at}.matches.${nth}.youtubeLink`, match.youtubeLink)
    if (score.key !== '' && scores.findIndex(({ key }) => key === score.key) !== at)
      problems.push({ field: `scores.${at}.key`, code: 'twice' })
  }
  return problems
}

/** Creates the service that saves the scores of a team. */
export const createTeamScoreEditService = ({ database, encryption, invalidator }: Core) => {
  const readers = createTeamReadContext(encryption)
  return {
    /**
     * Replaces all scores of a team. Throws `not-found`, `bad-input` with fields such as
     * `scores.0.youtubeLink`, `stale-version` with `details.current`, `scores-from-event`.
     */
    save: async (
      teamId: string,
      scores: readonly TeamScore[],
      version: number,
      actor: Actor,
    ): Promise<Team> => {
      const problems = listScoreProblems(scores)
      if (problems.length > 0) throw new AppError('bad-input', problems)
      await inTransaction(database.db, async (tx) => {
        const team = await lockTeamAtVersion(tx, teamId, undefined, readers)
        await assertVersionNotStale(version, team, async () =>
          hidePeopleAndOwnerWithoutPermission(await getTeamDetails(tx, teamId, readers), actor),
        )
        const { scores: before, hasDerivedScores } = await getTeamDetails(tx, teamId, readers)
        if (hasDerivedScores) throw new AppError('scores-from-event')
        await replaceTeamScores(tx, teamId, scores)
        await updateTeam(tx, teamId, { version: team.version + 1 })
        const { name, teamNo } = team
        const after = { name, teamNo, scores: (await getTeamDetails(tx, teamId, readers)).scores }
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'team',
          entityId: teamId,
          before: { name, teamNo, scores: before },
          after,
        })
      })
      await invalidator.invalidate('teams')
      return hidePeopleAndOwnerWithoutPermission(await getTeamDetails(database.db, teamId, readers), actor)
    },
  }
}
