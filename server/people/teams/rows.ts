import { normalizeEmail, normalizeNationalId } from '#contract/accounts/identity.ts'
import { hasPermission, type Permission, teamPeoplePermission } from '#contract/accounts/permissions.ts'
import type { Role } from '#contract/accounts/session.ts'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import {
  consentKeys,
  mapFieldsToValues,
  type PersonFieldWithoutConsent,
  type PersonKind,
  personFieldsWithoutConsent,
  pickFields,
  teamFieldNames,
  teamValueFields,
} from '#contract/people/teams/team.fields.ts'
import type {
  PersonSubmission,
  Team,
  TeamListRow,
  TeamPerson,
  TeamScore,
} from '#contract/people/teams/team.schema.ts'
import { isMemberReplaced, type StoredPerson } from '#contract/people/teams/team-rules.ts'
import { listLikelyPhoneCountries } from '#contract/platform/phone-country.ts'
import { cleanText } from '#contract/platform/text.ts'
import type { CompetitionRow } from '#server/event/competitions/service.ts'
import type { DerivedSheet } from '#server/event/scores/service.ts'
import type { teamMatches, teamPeople, teamScores, teams } from '#server/platform/db/schema/teams.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { FieldEncryption } from '#server/platform/lib/encryption.ts'
import { getUploadUrlPath } from '#server/platform/lib/files.ts'
import { decryptAndMaskNationalId, parsePhoneIfValid } from '#server/platform/lib/identity.ts'
import { createExpiringLinkSignerAndVerifier, type SignedLinks } from '#server/platform/lib/signed-links.ts'

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

/** Returns what is stored of a person, for the rules. */
export const toStoredPersonForRules = (row: PersonRow): StoredPerson => ({
  kind: row.kind,
  nationalId: row.nationalId !== null,
  consent: row.consent !== null,
  values: pickFields(row, ['name', 'email', 'phone', 'birthDate', 'gender', 'consent']),
})

/** Returns true when a submission makes a stored member another person. */
export const isMemberReplacedBySubmission = (
  before: PersonRow,
  draft: PersonSubmission,
  encryption: Pick<FieldEncryption, 'listKeyedHashes'>,
): boolean => {
  const digits = normalizeNationalId(draft.nationalId ?? '')
  const hasOtherNationalId =
    digits !== '' &&
    before.nationalIdIndex !== null &&
    !encryption.listKeyedHashes(digits).includes(before.nationalIdIndex)
  return before.kind === 'member' && isMemberReplaced(before, draft, hasOtherNationalId)
}

const toConsentColumn = (
  { consent }: PersonSubmission,
  before: PersonRow['consent'] | undefined,
  now: Date,
): PersonRow['consent'] => {
  if (!consent) return before ?? null
  const { agreed, ...given } = consent
  if (!agreed || given.guardian === '') return null
  // an unchanged consent keeps its date and version
  const isUnchanged =
    before &&
    before.publish === given.publish &&
    consentKeys.every((key) => cleanText(before[key], 'name') === given[key])
  return isUnchanged ? before : { ...given, at: now.toISOString(), textVersion: currentConsentVersion }
}

/**
 * Returns the columns of a submitted person, who has or gets the id `id`. `refuse` is called for problems
 * beyond the rules. A national ID that was not sent stays.
 */
export const encryptPersonReportingProblems = (
  kind: PersonKind,
  draft: PersonSubmission,
  {
    id,
    encryption,
    before,
    phoneCountry,
    now = new Date(),
  }: {
    id: string
    encryption: FieldEncryption
    before?: PersonRow | undefined
    /** The country of the settings. */
    phoneCountry: string
    now?: Date
  },
  refuse: (problem: FieldProblem) => void,
) => {
  // a stored number stays, also one that is no number by today's rules
  const isStoredPhone = draft.phone === '' || (before && draft.phone === cleanText(before.phone, 'code'))
  const phone = isStoredPhone
    ? draft.phone
    : parsePhoneIfValid(draft.phone, listLikelyPhoneCountries(draft.phone, phoneCountry))
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
      : {
          nationalId: encryption.encrypt(digits, 'team_people.national_id', id),
          nationalIdIndex: encryption.keyedHash(digits),
        }),
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

/** What the audit log tells of a person. */
type HashedPerson = Pick<
  PersonRow,
  'kind' | 'teamId' | PersonFieldWithoutConsent | 'nationalIdIndex' | 'consent' | 'picture' | 'deletedAt'
>

/**
 * Returns the fields of a person in the audit log: the name, and of other personal data only a keyed hash
 * that changes with it, because the log outlives an erasure and most people are minors.
 */
export const toPersonAuditWithNameAndHashes = (
  row: HashedPerson,
  encryption: Pick<FieldEncryption, 'keyedHash'>,
) => {
  const hashValue = (value: string | number | null) =>
    value === null || value === '' ? null : `••• ${encryption.keyedHash(String(value)).slice(0, 6)}`
  return {
    kind: row.kind,
    team: row.teamId,
    ...mapFieldsToValues(personFieldsWithoutConsent, (field) => hashValue(row[field])),
    name: row.name,
    nationalId: row.nationalIdIndex,
    consent: row.consent && {
      at: row.consent.at,
      textVersion: row.consent.textVersion,
      publish: row.consent.publish,
    },
    picture: row.picture,
    deletedAt: row.deletedAt,
  }
}

export type TeamDbRow = typeof teams.$inferSelect
export type PersonRow = typeof teamPeople.$inferSelect
type ScoreRow = typeof teamScores.$inferSelect
type MatchRow = typeof teamMatches.$inferSelect
type NamedRow = { id: string; nameEn: string; nameAr: string }

/** A team row with its joined records. */
export type TeamJoinRow = {
  team: TeamDbRow
  competition: NamedRow & { slug: string }
  region: NamedRow | null
  user: { id: string; firstName: string; lastName: string; email: string; role: Role } | null
}

/** The path of the photos of people. */
const personPicturePath = '/api/teams/pictures'

/** The encryption of national IDs and the signer of photo links, which reading a team needs. */
export type TeamReadContext = { encryption: FieldEncryption; links: SignedLinks }
export const createTeamReadContext = (encryption: FieldEncryption): TeamReadContext => ({
  encryption,
  links: createExpiringLinkSignerAndVerifier(encryption),
})

/** Returns the path of a photo with a signature, null without a photo. */
export const buildSignedPersonPhotoUrl = (
  name: string | null,
  { links }: Pick<TeamReadContext, 'links'>,
): string | null => name && `${personPicturePath}/${name}?${links.createQuery(name)}`

/** Maps a row of a person; of the national ID only the last three digits remain. */
export const toTeamPersonWithMaskedId = (row: PersonRow, readers: TeamReadContext): TeamPerson => ({
  id: row.id,
  kind: row.kind,
  ...pickFields(row, personFieldsWithoutConsent),
  nationalId: decryptAndMaskNationalId(readers.encryption, row.nationalId, 'team_people.national_id', row.id),
  picture: buildSignedPersonPhotoUrl(row.picture, readers),
  consent: row.consent,
  version: row.version,
})

const toTeamSummary = ({ team, competition, region }: TeamJoinRow) => ({
  id: team.id,
  teamNo: team.teamNo,
  ...pickFields(team, teamValueFields),
  image: team.image && getUploadUrlPath('teams', team.image),
  competition: {
    id: competition.id,
    slug: competition.slug,
    name: { en: competition.nameEn, ar: competition.nameAr },
  },
  region: region && { id: region.id, name: { en: region.nameEn, ar: region.nameAr } },
  paid: team.paid,
  complete: team.complete,
  status: team.status,
  version: team.version,
  createdAt: team.createdAt.toISOString(),
  updatedAt: team.updatedAt.toISOString(),
  deletedAt: team.deletedAt?.toISOString() ?? null,
})

const toTeamUser = ({ user }: TeamJoinRow) =>
  user && { id: user.id, name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }

/** The scores of a team: those of its newest event with a rule set that visitors see, or else its own. */
export type TeamScoreSheet = DerivedSheet | { scores: TeamScore[] }

/** A coach or member in a row of the list. */
export type PersonSummaryRow = Pick<PersonRow, 'id' | 'kind' | 'name' | 'picture'>
/** A row of the list; `people` are all coaches and members of the team, each kind in its order. */
export type TeamListDbRow = TeamJoinRow & {
  people: readonly PersonSummaryRow[]
  sheet: TeamScoreSheet
  hasRefusal: boolean
}

export const toTeamListRow = (
  { people, sheet, hasRefusal, ...parts }: TeamListDbRow,
  links: Pick<TeamReadContext, 'links'>,
): TeamListRow => {
  const ofKind = (kind: PersonRow['kind']) => people.filter((person) => person.kind === kind)
  const toSummary = ({ id, name, picture }: PersonSummaryRow) => ({
    id,
    name,
    picture: buildSignedPersonPhotoUrl(picture, links),
  })
  return {
    ...toTeamSummary(parts),
    coaches: ofKind('coach').map(toSummary),
    members: ofKind('member').slice(0, 3).map(toSummary),
    memberCount: ofKind('member').length,
    hasRefusal,
    user: toTeamUser(parts),
    scores: sheet.scores,
  }
}

export const toTeamScore = (row: ScoreRow, matches: readonly MatchRow[]): TeamScore => ({
  key: row.key,
  score: row.score,
  timeMs: row.timeMs,
  youtubeLink: row.youtubeLink,
  file: row.file,
  github: row.github,
  matches: matches.map(({ fbs, obs, youtubeLink }) => ({ fbs, obs, youtubeLink })),
})

export const toTeam = (
  parts: TeamJoinRow,
  { people, sheet }: { people: readonly PersonRow[]; sheet: TeamScoreSheet },
  readers: TeamReadContext,
): Team => {
  const of = (kind: PersonRow['kind']) =>
    people.filter((person) => person.kind === kind).map((person) => toTeamPersonWithMaskedId(person, readers))
  return {
    ...toTeamSummary(parts),
    coaches: of('coach'),
    members: of('member'),
    user: toTeamUser(parts),
    scores: sheet.scores,
    ...('total' in sheet
      ? {
          hasDerivedScores: true as const,
          derivedTotal: sheet.total,
          derivedTotalTimeMs: sheet.totalTimeMs,
        }
      : {}),
  }
}

/**
 * Returns a team, or a row of the list, as a user of the back office may see it: whoever has neither
 * `registration` nor `privacy` gets no people, who are children for the most part.
 */
export const hidePeopleAndOwnerWithoutPermission = <
  T extends Pick<TeamListRow, 'user'> & { coaches: unknown[]; members: unknown[] },
>(
  team: T,
  { permissions = [] }: { permissions?: readonly Permission[] },
): T =>
  hasPermission(permissions, teamPeoplePermission) ? team : { ...team, coaches: [], members: [], user: null }
