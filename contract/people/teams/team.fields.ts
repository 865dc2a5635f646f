export const ageLevels = ['elementary', 'junior', 'senior'] as const
export type AgeLevel = (typeof ageLevels)[number]

export const schoolTypes = ['public', 'private', 'international', 'home'] as const
export type SchoolType = (typeof schoolTypes)[number]

export const personKinds = ['coach', 'member'] as const
export type PersonKind = (typeof personKinds)[number]

/** What a user is in a team: the owner, who registered it, or a coach whom it names. */
export const accountTeamRoles = ['owner', 'coach'] as const
export type AccountTeamRole = (typeof accountTeamRoles)[number]

/**
 * A field of a team: a text, one of a few options, or the id of another record. `column` is its name in CSV
 * files and filters; `maxLength` counts characters.
 */
type TeamFieldDescription = { column: string; required?: true; adminOnly?: true } & (
  | { kind: 'text'; maxLength: number }
  | { kind: 'option'; options: readonly string[]; default?: string }
  | { kind: 'record' }
)

/**
 * The fields of a team, in the order of views and CSV files. Form values, limits, checks, views, differences
 * between versions, CSV columns, the audit log, database reads and writes and the copy of own data derive
 * from this list. Labels: i18n/en/team-fields.ts.
 */
export const teamFields = {
  name: { kind: 'text', column: 'team_name', maxLength: 100, required: true },
  schoolName: { kind: 'text', column: 'school', maxLength: 200, required: true },
  schoolType: { kind: 'option', column: 'school_type', options: schoolTypes },
  regionId: { kind: 'record', column: 'region' },
  competitionId: { kind: 'record', column: 'competition', required: true },
  ageLevel: { kind: 'option', column: 'age_level', options: ageLevels, default: 'elementary' },
  stage: { kind: 'text', column: 'stage', maxLength: 60, adminOnly: true },
} as const satisfies Record<string, TeamFieldDescription>

type TeamFields = typeof teamFields
export type TeamField = keyof TeamFields
type FieldsWith<Description> = { [F in TeamField]: TeamFields[F] extends Description ? F : never }[TeamField]
export type TeamOptionField = FieldsWith<{ kind: 'option' }>
/** The fields that are stored as the value itself, not as the id of another record. */
export type TeamValueField = Exclude<TeamField, FieldsWith<{ kind: 'record' }>>
/** The fields of a team that its owner edits. */
export type AccountTeamField = Exclude<TeamField, FieldsWith<{ adminOnly: true }>>
export type TeamOption<F extends TeamOptionField> = TeamFields[F]['options'][number]

const isKind = (field: TeamField, kind: TeamFieldDescription['kind']) => teamFields[field].kind === kind
export const teamFieldNames = Object.keys(teamFields) as TeamField[]
export const teamValueFields = teamFieldNames.filter(
  (field): field is TeamValueField => !isKind(field, 'record'),
)
export const accountTeamFields = teamFieldNames.filter(
  (field): field is AccountTeamField => !('adminOnly' in teamFields[field]),
)
export const isTeamOptionField = (field: TeamField): field is TeamOptionField => isKind(field, 'option')
export const isTeamFieldAlwaysRequired = (field: TeamField): boolean => 'required' in teamFields[field]
/** Returns the maximum length of a text field, undefined for other fields. */
export const findTeamFieldMaxLength = (field: TeamField): number | undefined => {
  const description: TeamFieldDescription = teamFields[field]
  return description.kind === 'text' ? description.maxLength : undefined
}

/** Returns the value of a field in an empty form or cell. */
export const getTeamFieldDefaultValue = (field: TeamField): string => {
  const description: TeamFieldDescription = teamFields[field]
  return (description.kind === 'option' && description.default) || ''
}

/** The fields that filter the list of teams, in the order of the filters. */
export const teamFilterFields = [
  'competitionId',
  'regionId',
  'schoolType',
  'stage',
] as const satisfies readonly TeamField[]
export type TeamFilterField = (typeof teamFilterFields)[number]

/** What a field of a coach or member contains. A contact is a phone number or an email address. */
export type PersonFieldKind =
  | 'name'
  | 'text'
  | 'email'
  | 'phone'
  | 'contact'
  | 'national-id'
  | 'date'
  | 'gender'
/** A field of a coach or member. `column` is the end of its name in CSV files (`member1_dob`). */
type PersonFieldDescription = {
  kind: PersonFieldKind
  column: string
  maxLength?: number
  requiredFor?: readonly PersonKind[]
  memberOnly?: true
}

/**
 * The fields of coaches and members, in the order of forms and CSV files. Those of the consent are about the
 * guardian, and are required for minors only. Form values, limits, checks, both forms, views, differences
 * between versions, CSV columns, the audit log and the copy of own data derive from this list. Labels:
 * i18n/en/team-fields.ts.
 */
export const personFields = {
  name: { kind: 'name', column: 'name', maxLength: 120, requiredFor: personKinds },
  email: { kind: 'email', column: 'email', maxLength: 320, requiredFor: ['coach'] },
  phone: { kind: 'phone', column: 'phone', maxLength: 40, requiredFor: ['coach'] },
  nationalId: { kind: 'national-id', column: 'national_id', maxLength: 40, requiredFor: ['member'] },
  birthDate: { kind: 'date', column: 'dob', requiredFor: ['member'], memberOnly: true },
  gender: { kind: 'gender', column: 'gender', requiredFor: ['member'], memberOnly: true },
  'consent.guardian': {
    kind: 'name',
    column: 'guardian',
    maxLength: 200,
    requiredFor: ['member'],
    memberOnly: true,
  },
  'consent.contact': {
    kind: 'contact',
    column: 'guardian_contact',
    maxLength: 200,
    requiredFor: ['member'],
    memberOnly: true,
  },
} as const satisfies Record<string, PersonFieldDescription>

export type PersonField = keyof typeof personFields
/** The fields of the guardian's consent. */
type ConsentField = Extract<PersonField, `consent.${string}`>
/** A field of the consent without the prefix, as the consent of a person has it. */
export type ConsentKey = ConsentField extends `consent.${infer Key}` ? Key : never
/** The fields of the person; the others are of the guardian's consent. */
export type PersonFieldWithoutConsent = Exclude<PersonField, ConsentField>

export const personFieldNames = Object.keys(personFields) as PersonField[]
export const isConsentField = (field: PersonField): field is ConsentField => field.startsWith('consent.')
export const consentFields = personFieldNames.filter(isConsentField)
export const personFieldsWithoutConsent = personFieldNames.filter(
  (field): field is PersonFieldWithoutConsent => !isConsentField(field),
)
export const removeConsentPrefix = (field: ConsentField) => field.slice('consent.'.length) as ConsentKey
export const consentKeys = consentFields.map(removeConsentPrefix)
export const getPersonFieldKind = (field: PersonField): PersonFieldKind => personFields[field].kind

type PersonFieldValue = string | number | null | undefined
type PersonRecord = { [F in PersonFieldWithoutConsent]?: PersonFieldValue } & {
  consent?: Partial<Record<ConsentKey, string>> | null | undefined
}
/** Returns the value of a field of a person or of the consent. */
export const getPersonFieldValue = (person: PersonRecord, field: PersonField): PersonFieldValue =>
  isConsentField(field) ? person.consent?.[removeConsentPrefix(field)] : person[field]
export const findPersonFieldMaxLength = (field: PersonField): number | undefined => {
  const { maxLength }: PersonFieldDescription = personFields[field]
  return maxLength
}
export const isPersonFieldRequired = (kind: PersonKind, field: PersonField): boolean => {
  const { requiredFor = [] }: PersonFieldDescription = personFields[field]
  return requiredFor.includes(kind)
}
/** Lists the fields that a kind of person has in the registration form and in import files. */
export const listPersonFields = (kind: PersonKind): PersonField[] =>
  personFieldNames.filter((field) => kind === 'member' || !('memberOnly' in personFields[field]))

/** Returns a copy of `record` with only these fields. */
export const pickFields = <T, F extends keyof T & string>(record: T, fields: readonly F[]): Pick<T, F> =>
  Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<T, F>

/** Returns an object with a value for each of `fields`. */
export const mapFieldsToValues = <F extends string, V>(
  fields: readonly F[],
  toValue: (field: F) => V,
): Record<F, V> => Object.fromEntries(fields.map((field) => [field, toValue(field)])) as Record<F, V>
