import { randomUUIDv7 } from 'node:crypto'
import { isIsoDate, isMinor } from '#contract/rules/age.ts'
import { findAgeLevelProblems, type StoredAges } from '#contract/rules/age-level.ts'
import { findTeamProblems, getYearOfAges } from '#contract/rules/team.ts'
import type { AgeLevel, PersonKind } from '#contract/team.fields.ts'
import type { PersonSubmission, TeamSubmission } from '#contract/team.ts'
import type { Db } from '#server/db/open.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import type { CompetitionRow } from '#server/features/competitions/service.ts'
import { hasRegion } from '#server/features/contents/service.ts'
import { deleteConfirmationIfInvalidated } from '#server/features/guardian-confirmations/service.ts'
import { AppError, type FieldProblem } from '#server/lib/app-error.ts'
import { assertNoProblems, mapTeamConstraintErrors } from './constraint-errors.ts'
import { insertPerson, updatePerson } from './queries-write.ts'
import type { createTeamReadContext, PersonRow, TeamDbRow } from './rows.ts'
import { toHashedPersonAudit, toPersonColumns, toRegistrationLimits, toStoredPersonFlags } from './rows.ts'

type Encryption = ReturnType<typeof createTeamReadContext>['encryption']

/** Writes coaches and members in the order of the form. Returns the photos that are no longer needed. */
export const writeTeamPeople = async (
  tx: Db,
  team: TeamDbRow,
  submission: TeamSubmission,
  before: readonly PersonRow[],
  photos: ReadonlyMap<number, string>,
  { actor, removed, encryption }: { actor: Actor; removed: readonly string[]; encryption: Encryption },
): Promise<(string | null)[]> => {
  const replaced: (string | null)[] = []
  const submittedIds = new Set([...submission.coaches, ...submission.members].map(({ id }) => id))
  const auditPerson = (action: 'create' | 'update' | 'delete', row: PersonRow, old?: PersonRow) =>
    writeAudit(tx, {
      actor,
      action,
      entity: 'team-person',
      entityId: row.id,
      ...(old ? { before: toHashedPersonAudit(old, encryption) } : {}),
      after: toHashedPersonAudit(row, encryption),
    })
  // removed people come first: their national ID may belong to a new person of the form
  for (const old of before)
    if (!submittedIds.has(old.id)) await auditPerson('delete', await updatePerson(tx, old.id, { deletedAt: new Date() }), old)
  const write = async (kind: PersonKind, draft: PersonSubmission, position: number) => {
    const old = before.find((person) => person.id === draft.id && person.kind === kind)
    const photo = kind === 'member' ? photos.get(position) : undefined
    const isPhotoRemoved = old && !photo && removed.includes(old.id)
    const id = old?.id ?? randomUUIDv7()
    const columns = toPersonColumns(kind, draft, { id, encryption, before: old }, () => {})
    const values = { ...columns, position, ...(photo ? { picture: photo } : isPhotoRemoved ? { picture: null } : {}) }
    if (!old)
      return auditPerson('create', await insertPerson(tx, { ...values, id, teamId: team.id, kind, competitionId: team.competitionId }))
    const after = await updatePerson(tx, old.id, { ...values, version: old.version + 1 })
    await deleteConfirmationIfInvalidated(tx, old, after)
    if (after.picture !== old.picture) replaced.push(old.picture)
    return auditPerson('update', after, old)
  }
  for (const [at, draft] of submission.coaches.entries()) await mapTeamConstraintErrors(write('coach', draft, at), `coaches.${at}.`)
  for (const [at, draft] of submission.members.entries()) await mapTeamConstraintErrors(write('member', draft, at), `members.${at}.`)
  return replaced
}

/**
 * Replaces the photo consent of each minor in a submission with the stored consent, because only the guardian may change it. Photos of new minors, and of
 * minors whose guardian or contact changed, are private.
 */
export const applyStoredPhotoConsents = (submission: TeamSubmission, before: readonly PersonRow[], today: string): TeamSubmission => ({
  ...submission,
  members: submission.members.map((member) => {
    if (!member.consent || member.birthDate === null || !isIsoDate(member.birthDate) || !isMinor(member.birthDate, today)) return member
    const { guardian, contact } = member.consent
    const stored = before.find(({ id }) => id === member.id)?.consent
    const publish = stored?.guardian === guardian && stored.contact === contact && stored.publish
    return { ...member, consent: { ...member.consent, publish } }
  }),
})

/** Checks everything that needs neither a lock nor the processing of images, with ages on the day `today`. `storedLevel` is the level of a team that is changed. Throws `form-incomplete` or `bad-input`. */
export const assertValidSubmission = async (
  db: Db,
  submission: TeamSubmission,
  competition: CompetitionRow,
  before: readonly PersonRow[],
  { encryption, today, storedLevel }: { encryption: Encryption; today: string; storedLevel: AgeLevel | undefined },
) => {
  const limits = toRegistrationLimits(competition, today)
  const storedAges: StoredAges | undefined = storedLevel && {
    ageLevel: storedLevel,
    birthDates: new Map(before.map((row) => [row.id, row.birthDate])),
  }
  const problems: FieldProblem[] = [
    ...findTeamProblems(submission, limits, new Map(before.map((row) => [row.id, toStoredPersonFlags(row)]))),
    ...findAgeLevelProblems(submission, limits, getYearOfAges(limits), storedAges),
  ]
  for (const [group, kind] of [
    ['coaches', 'coach'],
    ['members', 'member'],
  ] as const)
    for (const [at, draft] of submission[group].entries()) {
      const old = before.find(({ id }) => id === draft.id)
      if (draft.id !== undefined && old?.kind !== kind) problems.push({ field: `${group}.${at}.id`, code: 'not-found' })
      toPersonColumns(kind, draft, { id: old?.id ?? randomUUIDv7(), encryption, before: old }, (problem) =>
        problems.push({ ...problem, field: `${group}.${at}.${problem.field}` }),
      )
    }
  assertNoProblems(problems)
  if (submission.regionId && !(await hasRegion(db, submission.regionId)))
    throw new AppError('bad-input', [{ field: 'regionId', code: 'not-found' }])
}
