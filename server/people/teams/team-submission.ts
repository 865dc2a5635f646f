import { v7 as randomUUIDv7 } from 'uuid'
import { isIsoDate, isMinor } from '#contract/people/teams/age.ts'
import { listChangedAgeLevelProblems, type StoredAges } from '#contract/people/teams/age-level.ts'
import { type AgeLevel, consentKeys } from '#contract/people/teams/team.fields.ts'
import type { TeamDraft, TeamSubmission } from '#contract/people/teams/team.schema.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import {
  getAgeYearFromRegistrationEnd,
  listNewOrChangedTeamProblems,
  type StoredTeamFields,
} from '#contract/people/teams/team-rules.ts'
import type { Core } from '#server/deps.ts'
import type { CompetitionRow } from '#server/event/competitions/service.ts'
import { type Actor, writeAudits } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { hasRegionWithIdOrSlug } from '#server/site/contents/service.ts'
import { deleteInvalidatedConfirmationsAndLinks } from '../guardian-confirmations/service.ts'
import { assertNoProblems, awaitWithTeamConstraintErrors } from './conflicts.ts'
import {
  deleteDraft,
  deleteExpiredDrafts,
  listDraftsOfUser,
  listOwnTeamNamesByMemberIdHash,
  lockAndCountOtherDraftsOfUser,
  upsertDraftIfOwn,
} from './queries-account.ts'
import { allowStoredPeopleCountInTransaction, softDeletePeople, upsertPeople } from './queries-write.ts'
import { assertOnlyRefusedMembersReplaced, type PersonChange } from './replace-refused.ts'
import {
  type createTeamReadContext,
  encryptPersonReportingProblems,
  isMemberReplacedBySubmission,
  type PersonRow,
  type TeamDbRow,
  toPersonAuditWithNameAndHashes,
  toRegistrationLimits,
  toStoredPersonForRules,
} from './rows.ts'

type Encryption = ReturnType<typeof createTeamReadContext>['encryption']

/** Lists the coaches and members of a form with the paths of their fields. */
const listSubmittedPeople = ({ coaches, members }: TeamSubmission) => [
  ...coaches.map((draft, position) => ({
    kind: 'coach' as const,
    draft,
    position,
    path: `coaches.${position}.`,
  })),
  ...members.map((draft, position) => ({
    kind: 'member' as const,
    draft,
    position,
    path: `members.${position}.`,
  })),
]

/**
 * Writes coaches and members in the order of the form. Returns the photos that are no longer needed. With
 * `replaceableIds` only these people may change.
 */
export const replacePeopleAndGetUnusedPhotos = async (
  tx: Db,
  team: TeamDbRow,
  submission: TeamSubmission,
  before: readonly PersonRow[],
  photos: ReadonlyMap<number, string>,
  {
    actor,
    removed,
    encryption,
    phoneCountry,
    replaceableIds,
  }: {
    actor: Actor
    removed: readonly string[]
    encryption: Encryption
    phoneCountry: string
    replaceableIds?: ReadonlySet<string> | undefined
  },
): Promise<(string | null)[]> => {
  const people = listSubmittedPeople(submission).map(({ kind, draft, position, path }) => {
    const old = before.find((person) => person.id === draft.id && person.kind === kind)
    const photo = kind === 'member' ? photos.get(position) : undefined
    const isPhotoRemoved = old && !photo && removed.includes(old.id)
    const stored = old ?? { id: randomUUIDv7(), teamId: team.id, kind, competitionId: team.competitionId }
    const values = {
      ...stored,
      ...encryptPersonReportingProblems(
        kind,
        draft,
        { id: stored.id, encryption, before: old, phoneCountry },
        () => {},
      ),
      position,
      version: (old?.version ?? 0) + 1,
      ...(photo ? { picture: photo } : isPhotoRemoved ? { picture: null } : {}),
    }
    return { old, values, path }
  })
  const keptIds = new Set(people.map(({ values }) => values.id))
  const removedPeople = before.filter(({ id }) => !keptIds.has(id))
  const deletedAt = new Date()
  if (before.length > 0) await allowStoredPeopleCountInTransaction(tx, team.id, before)
  // removed people come first: their national ID may belong to a new person of the form
  await softDeletePeople(
    tx,
    removedPeople.map(({ id }) => id),
    deletedAt,
  )
  const upserted = upsertPeople(
    tx,
    people.map(({ values }) => values),
  )
  const rows = await awaitWithTeamConstraintErrors(upserted, people)
  const changes: PersonChange[] = [
    ...removedPeople.map((old) => ({ action: 'delete' as const, old, row: { ...old, deletedAt } })),
    ...rows.map((row, at) => {
      const old = people[at]?.old
      return { action: old ? ('update' as const) : ('create' as const), old, row }
    }),
  ]
  if (replaceableIds) assertOnlyRefusedMembersReplaced(changes, replaceableIds, encryption)
  await deleteInvalidatedConfirmationsAndLinks(tx, changes)
  await writeAudits(
    tx,
    changes.map(({ action, old, row }) => ({
      actor,
      action,
      entity: 'team-person',
      entityId: row.id,
      ...(old ? { before: toPersonAuditWithNameAndHashes(old, encryption) } : {}),
      after: toPersonAuditWithNameAndHashes(row, encryption),
    })),
  )
  return changes.flatMap(({ old, row }) => (old && old.picture !== row.picture ? [old.picture] : []))
}

/**
 * Returns a submission in which each member who is another person than the stored one of the id is a new person:
 * the stored member is removed, and nothing of it stays with the other one.
 */
export const removeIdsOfReplacedMembers = (
  submission: TeamSubmission,
  before: readonly PersonRow[],
  encryption: Pick<Encryption, 'listKeyedHashes'>,
): TeamSubmission => ({
  ...submission,
  members: submission.members.map((member) => {
    const old = before.find(({ id, kind }) => id === member.id && kind === 'member')
    if (!old || !isMemberReplacedBySubmission(old, member, encryption)) return member
    const { id: _, ...person } = member
    return person
  }),
})

/**
 * Replaces the photo consent of each minor in a submission with the stored consent, because only the guardian
 * may change it. Photos of new minors, and of minors with another guardian or contact, are private.
 */
export const keepStoredPhotoConsentsOfMinors = (
  submission: TeamSubmission,
  before: readonly PersonRow[],
  today: string,
): TeamSubmission => ({
  ...submission,
  members: submission.members.map((member) => {
    if (
      !member.consent ||
      member.birthDate === null ||
      !isIsoDate(member.birthDate) ||
      !isMinor(member.birthDate, today)
    )
      return member
    const { consent } = member
    const stored = before.find(({ id }) => id === member.id)?.consent
    const isSameGuardian = consentKeys.every((key) => stored?.[key] === consent[key])
    return { ...member, consent: { ...consent, publish: isSameGuardian && stored?.publish === true } }
  }),
})

/**
 * Finds members who are in another team that the user registered or coaches. Other teams are left to the
 * constraint of the database, because a form does not tell whose national ID is registered.
 */
const findMembersOfOtherOwnTeams = async (
  db: Db,
  members: readonly { path: string; index: string }[],
  { id, userId, competitionId }: { id: string | undefined; userId: string; competitionId: string },
): Promise<FieldProblem[]> => {
  if (members.length === 0) return []
  const indexes = members.map(({ index }) => index)
  const found = await listOwnTeamNamesByMemberIdHash(db, userId, {
    competitionId,
    indexes,
    exceptTeamId: id,
  })
  return members.flatMap(({ path, index }) => {
    const team = found.find((each) => each.index === index)?.team
    return team === undefined ? [] : [{ field: `${path}nationalId`, code: 'in-own-team', values: { team } }]
  })
}

/**
 * Checks everything that needs neither a lock nor the processing of images, with ages on the day `today`.
 * `storedTeam` has the values of a team that is changed, `refusedIds` are its members whose guardian refuses.
 * Throws `form-incomplete` or `bad-input`.
 */
export const assertValidSubmission = async (
  db: Db,
  submission: TeamSubmission,
  competition: CompetitionRow,
  before: readonly PersonRow[],
  {
    encryption,
    today,
    userId,
    phoneCountry,
    storedTeam,
    refusedIds = new Set(),
  }: {
    encryption: Encryption
    today: string
    userId: string
    phoneCountry: string
    storedTeam: (StoredTeamFields & { ageLevel: AgeLevel }) | undefined
    refusedIds?: ReadonlySet<string>
  },
) => {
  const limits = toRegistrationLimits(competition, today)
  const storedAges: StoredAges | undefined = storedTeam && {
    ageLevel: storedTeam.ageLevel,
    birthDates: new Map(before.map((row) => [row.id, row.birthDate])),
  }
  const problems: FieldProblem[] = [
    ...listNewOrChangedTeamProblems(
      submission,
      limits,
      new Map(
        before.map((row) => [row.id, { ...toStoredPersonForRules(row), isRefused: refusedIds.has(row.id) }]),
      ),
      storedTeam,
    ),
    ...listChangedAgeLevelProblems(submission, limits, getAgeYearFromRegistrationEnd(limits), storedAges),
  ]
  const seenIds = new Set<string>()
  const membersWithId: { path: string; index: string }[] = []
  for (const { kind, draft, path } of listSubmittedPeople(submission)) {
    const old = before.find(({ id }) => id === draft.id)
    if (draft.id !== undefined) {
      if (old?.kind !== kind) problems.push({ field: `${path}id`, code: 'not-found' })
      else if (seenIds.has(draft.id)) problems.push({ field: `${path}id`, code: 'twice' })
      seenIds.add(draft.id)
    }
    const { nationalIdIndex } = encryptPersonReportingProblems(
      kind,
      draft,
      { id: old?.id ?? randomUUIDv7(), encryption, before: old, phoneCountry },
      (problem) => problems.push({ ...problem, field: `${path}${problem.field}` }),
    )
    if (kind === 'member' && nationalIdIndex) membersWithId.push({ path, index: nationalIdIndex })
  }
  const team = { id: submission.id, userId, competitionId: competition.id }
  problems.push(...(await findMembersOfOtherOwnTeams(db, membersWithId, team)))
  assertNoProblems(problems)
  if (submission.regionId && !(await hasRegionWithIdOrSlug(db, submission.regionId)))
    throw new AppError('bad-input', [{ field: 'regionId', code: 'not-found' }])
}

/**
 * Creates the service for registrations that are not submitted yet. Drafts are stored encrypted because they
 * hold national IDs and birth dates of minors.
 */
export const createTeamDraftService = ({ database: { db }, encryption }: Core) => {
  return {
    /** Lists the drafts of a user, last changed first, without those that cannot be decrypted. */
    list: async (userId: string): Promise<TeamDraft[]> =>
      (await listDraftsOfUser(db, userId)).flatMap(({ id, data, updatedAt }) => {
        try {
          return [
            {
              id,
              data: encryption.decrypt(data, 'team_drafts.data', id),
              updatedAt: updatedAt.toISOString(),
            },
          ]
        } catch {
          return []
        }
      }),

    /**
     * Saves a draft under an id that the form generated; a repeat is harmless. Throws `conflict` above 20
     * drafts, `not-found` for the draft of another user.
     */
    save: async (userId: string, id: string, data: string): Promise<void> => {
      await inTransaction(db, async (tx) => {
        if ((await lockAndCountOtherDraftsOfUser(tx, userId, id)) >= teamLimits.drafts)
          throw new AppError('conflict', [
            { field: 'draft', code: 'too-many', values: { limit: teamLimits.drafts } },
          ])
        if (
          !(await upsertDraftIfOwn(tx, {
            id,
            userId,
            data: encryption.encrypt(data, 'team_drafts.data', id),
          }))
        )
          throw new AppError('not-found')
      })
    },

    /** Deletes a draft. An unknown id is no error. */
    remove: async (userId: string, id: string): Promise<void> => {
      await deleteDraft(db, userId, id)
    },

    /** Deletes drafts that were not changed for 90 days. Returns the number of drafts. */
    purge: (): Promise<number> => deleteExpiredDrafts(db),
  }
}
