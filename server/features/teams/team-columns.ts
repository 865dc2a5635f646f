import { currentConsentVersion } from '#contract/rules/guardian-consent.ts'
import { normalizeEmail, normalizeNationalId } from '#contract/rules/identity.ts'
import { type PersonFieldWithoutConsent, type PersonKind, pickFields, teamFieldNames } from '#contract/team.fields.ts'
import type { PersonSubmission } from '#contract/team.ts'
import type { CompetitionRow } from '#server/features/competitions/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import { parsePhone } from '#server/lib/phone.ts'
import type { PersonRow, TeamDbRow } from './rows.ts'

/** Returns what the rules need of a competition, with the current day of the site. */
export const toRegistrationLimits = (competition: CompetitionRow, today: string) => ({
  minMembers: competition.minMembers,
  maxMembers: competition.maxMembers,
  minCoaches: competition.minCoaches,
  maxCoaches: competition.maxCoaches,
  minAge: competition.minAge,
  maxAge: competition.maxAge,
  closesAt: competition.closesAt?.toISOString() ?? null,
  today,
})

/** Returns which parts of a person are stored, for the rules. */
export const toStoredPersonFlags = (row: PersonRow) => ({ nationalId: row.nationalId !== null, consent: row.consent !== null })

const toConsentColumn = ({ consent }: PersonSubmission, before: PersonRow['consent'] | undefined, now: Date): PersonRow['consent'] => {
  if (!consent) return before ?? null
  const { guardian, contact, agreed, publish } = consent
  if (!agreed || guardian === '') return null
  // an unchanged consent keeps its date and version
  const isUnchanged = before && before.guardian === guardian && before.contact === contact && before.publish === publish
  return isUnchanged ? before : { guardian, contact, publish, at: now.toISOString(), textVersion: currentConsentVersion }
}

/** Returns the columns of a submitted person, who has or gets the id `id`. `refuse` is called for problems beyond the rules. A national ID that was not sent stays. */
export const toPersonColumns = (
  kind: PersonKind,
  draft: PersonSubmission,
  { id, encryption, before, now = new Date() }: { id: string; encryption: FieldEncryption; before?: PersonRow | undefined; now?: Date },
  refuse: (problem: FieldProblem) => void,
) => {
  const phone = draft.phone === '' ? '' : parsePhone(draft.phone)
  if (phone === undefined) refuse({ field: 'phone', code: 'bad-format' })
  const digits = normalizeNationalId(draft.nationalId ?? '')
  const values = {
    name: draft.name,
    email: normalizeEmail(draft.email),
    phone: phone ?? '',
    birthDate: draft.birthDate,
    gender: draft.gender,
  } satisfies Record<Exclude<PersonFieldWithoutConsent, 'nationalId'>, unknown>
  return {
    ...values,
    ...(digits === ''
      ? {}
      : { nationalId: encryption.encrypt(digits, 'team_people.national_id', id), nationalIdIndex: encryption.keyedHash(digits) }),
    consent: kind === 'member' ? toConsentColumn(draft, before?.consent, now) : null,
  }
}

/** Returns the fields of a team in the audit log. */
export const toTeamAudit = (row: TeamDbRow) => ({
  ...pickFields(row, teamFieldNames),
  teamNo: row.teamNo,
  image: row.image,
  paid: row.paid,
  complete: row.complete,
  status: row.status,
  userId: row.userId,
  version: row.version,
  deletedAt: row.deletedAt,
})

/**
 * Returns the fields of a person in the audit log: the name, and of other personal data only a keyed hash that changes with it, because the log outlives an erasure and
 * most people are minors.
 */
export const toHashedPersonAudit = (row: PersonRow, encryption: Pick<FieldEncryption, 'keyedHash'>) => {
  const hashValue = (value: string | number | null) =>
    value === null || value === '' ? null : `••• ${encryption.keyedHash(String(value)).slice(0, 6)}`
  const fields = {
    name: row.name,
    email: hashValue(row.email),
    phone: hashValue(row.phone),
    nationalId: row.nationalIdIndex,
    birthDate: hashValue(row.birthDate),
    gender: hashValue(row.gender),
  } satisfies Record<PersonFieldWithoutConsent, unknown>
  return {
    kind: row.kind,
    team: row.teamId,
    ...fields,
    consent: row.consent && { at: row.consent.at, textVersion: row.consent.textVersion, publish: row.consent.publish },
    picture: row.picture,
    deletedAt: row.deletedAt,
  }
}
