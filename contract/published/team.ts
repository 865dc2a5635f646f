import type { AgeLevel, PersonKind } from '#contract/people/teams/team.fields.ts'
import type {
  Team,
  TeamEdit,
  TeamFilter,
  TeamListRow,
  TeamPerson,
  TeamScore,
} from '#contract/people/teams/team.schema.ts'
import { msToSeconds, secondsToMs } from './record.ts'
import type {
  PublishedPerson,
  PublishedTeam,
  PublishedTeamFilter,
  PublishedTeamRow,
  PublishedTeamScore,
  publishedAgeLevels,
  SaveTeamRequest,
} from './team.schema.ts'

type PublishedAgeLevel = (typeof publishedAgeLevels)[number]
const toPublishedAgeLevel: Record<AgeLevel, PublishedAgeLevel> = {
  elementary: 'Elementory',
  junior: 'Jonior',
  senior: 'Senior',
}
const fromPublishedAgeLevel: Record<PublishedAgeLevel, AgeLevel> = {
  Elementory: 'elementary',
  Jonior: 'junior',
  Senior: 'senior',
}

const toPublishedPerson = (person: TeamPerson): PublishedPerson => ({
  _id: person.id,
  name: person.name,
  email: person.email,
  national_id: person.nationalId,
  phone_number: person.phone,
  dob: person.birthDate,
  gender: person.gender,
  picture: person.picture,
  consent: person.consent && {
    guardian: person.consent.guardian,
    contact: person.consent.contact,
    at: person.consent.at,
    text_version: person.consent.textVersion,
    publish: person.consent.publish,
  },
  version: person.version,
})
const fromPublishedPerson = (json: PublishedPerson, kind: PersonKind): TeamPerson => ({
  id: json._id,
  kind,
  name: json.name,
  email: json.email,
  phone: json.phone_number,
  nationalId: json.national_id,
  birthDate: json.dob,
  gender: json.gender,
  picture: json.picture,
  consent: json.consent && {
    guardian: json.consent.guardian,
    contact: json.consent.contact,
    at: json.consent.at,
    textVersion: json.consent.text_version,
    publish: json.consent.publish,
  },
  version: json.version,
})

type PeopleAndScores = 'coaches' | 'members' | 'user' | 'scores'
type Summary = Omit<TeamListRow, PeopleAndScores | 'memberCount' | 'hasRefusal'>
type PublishedSummary = Omit<PublishedTeamRow, PeopleAndScores | 'member_count' | 'guardian_refused'>
const toPublishedRegion = (region: Summary['region']) =>
  region && { _id: region.id, en_name: region.name.en, ar_name: region.name.ar }

const toPublishedSummary = (team: Summary): PublishedSummary => ({
  _id: team.id,
  team_no: team.teamNo,
  name: team.name,
  schoolName: team.schoolName,
  school_type: team.schoolType,
  region: toPublishedRegion(team.region),
  city: toPublishedRegion(team.region),
  stage: team.stage,
  ageLevel: toPublishedAgeLevel[team.ageLevel],
  image: team.image,
  competion: {
    _id: team.competition.id,
    name_en: team.competition.name.en,
    name_ar: team.competition.name.ar,
    slug: team.competition.slug,
  },
  payment_status: team.paid,
  complete: team.complete,
  ...(team.status === 'registered' ? {} : { place_status: team.status }),
  created_at: team.createdAt,
  updated_at: team.updatedAt,
  deleted_at: team.deletedAt,
  version: team.version,
})
const fromPublishedSummary = (json: PublishedSummary): Summary => ({
  id: json._id,
  teamNo: json.team_no,
  name: json.name,
  schoolName: json.schoolName,
  schoolType: json.school_type,
  stage: json.stage,
  ageLevel: fromPublishedAgeLevel[json.ageLevel],
  image: json.image,
  competition: {
    id: json.competion._id,
    slug: json.competion.slug,
    name: { en: json.competion.name_en, ar: json.competion.name_ar },
  },
  region: json.region && { id: json.region._id, name: { en: json.region.en_name, ar: json.region.ar_name } },
  paid: json.payment_status,
  complete: json.complete,
  status: json.place_status ?? 'registered',
  version: json.version,
  createdAt: json.created_at,
  updatedAt: json.updated_at,
  deletedAt: json.deleted_at,
})

const toPublishedScore = (score: TeamScore): PublishedTeamScore => ({
  key: score.key,
  score: score.score,
  time: msToSeconds(score.timeMs),
  youtube_link: score.youtubeLink,
  file: score.file,
  github: score.github,
  matches: score.matches.map(({ fbs, obs, youtubeLink }) => ({ fbs, obs, youtube_link: youtubeLink })),
})
const fromPublishedScore = (json: PublishedTeamScore): TeamScore => ({
  key: json.key,
  score: json.score,
  timeMs: secondsToMs(json.time),
  youtubeLink: json.youtube_link,
  file: json.file,
  github: json.github,
  matches: json.matches.map(({ fbs, obs, youtube_link }) => ({ fbs, obs, youtubeLink: youtube_link })),
})

const toPublishedUser = (user: Team['user']) => user && { _id: user.id, name: user.name, email: user.email }
const fromPublishedUser = (json: PublishedTeam['user']) =>
  json && { id: json._id, name: json.name, email: json.email }

type PersonSummary = TeamListRow['members'][number]
const toPublishedPersonSummary = ({ id, name, picture }: PersonSummary) => ({ _id: id, name, picture })
const fromPublishedPersonSummary = ({
  _id,
  name,
  picture,
}: PublishedTeamRow['members'][number]): PersonSummary => ({
  id: _id,
  name,
  picture,
})

export const toPublishedTeamRow = (team: TeamListRow): PublishedTeamRow => ({
  ...toPublishedSummary(team),
  coaches: team.coaches.map(toPublishedPersonSummary),
  members: team.members.map(toPublishedPersonSummary),
  member_count: team.memberCount,
  ...(team.hasRefusal ? { guardian_refused: true as const } : {}),
  user: toPublishedUser(team.user),
  scores: team.scores.map(toPublishedScore),
})
export const fromPublishedTeamRow = (json: PublishedTeamRow): TeamListRow => ({
  ...fromPublishedSummary(json),
  coaches: json.coaches.map(fromPublishedPersonSummary),
  members: json.members.map(fromPublishedPersonSummary),
  memberCount: json.member_count,
  hasRefusal: json.guardian_refused === true,
  user: fromPublishedUser(json.user),
  scores: json.scores.map(fromPublishedScore),
})

export const toPublishedTeam = (team: Team): PublishedTeam => ({
  ...toPublishedSummary(team),
  coaches: team.coaches.map(toPublishedPerson),
  members: team.members.map(toPublishedPerson),
  user: toPublishedUser(team.user),
  scores: team.scores.map(toPublishedScore),
  ...(team.hasDerivedScores
    ? {
        hasDerivedScores: true as const,
        derivedTotal: team.derivedTotal,
        ...(team.derivedTotalTimeMs === undefined
          ? {}
          : { derivedTotalTime: msToSeconds(team.derivedTotalTimeMs) }),
      }
    : {}),
})
export const fromPublishedTeam = (json: PublishedTeam): Team => ({
  ...fromPublishedSummary(json),
  coaches: json.coaches.map((person) => fromPublishedPerson(person, 'coach')),
  members: json.members.map((person) => fromPublishedPerson(person, 'member')),
  user: fromPublishedUser(json.user),
  scores: json.scores.map(fromPublishedScore),
  ...(json.hasDerivedScores
    ? {
        hasDerivedScores: true as const,
        derivedTotal: json.derivedTotal,
        ...(json.derivedTotalTime === undefined
          ? {}
          : { derivedTotalTimeMs: secondsToMs(json.derivedTotalTime) }),
      }
    : {}),
})

const publishedFieldNames: Record<
  Exclude<keyof TeamEdit, 'id' | 'version'> | 'image',
  keyof SaveTeamRequest
> = {
  name: 'name',
  schoolName: 'schoolName',
  schoolType: 'school_type',
  regionId: 'region',
  competitionId: 'competion',
  ageLevel: 'ageLevel',
  stage: 'stage',
  paid: 'payment_status',
  reason: 'reason',
  image: 'file',
}
const ownFieldNames = Object.fromEntries(
  Object.entries(publishedFieldNames).map(([own, published]) => [published, own]),
)

/** Returns the published name of a field of the team form. */
export const toPublishedTeamFieldName = (field: string): string =>
  // the national ID of a member who is in another team of the competition
  field === 'nationalId' ? 'national_id' : ((publishedFieldNames as Record<string, string>)[field] ?? field)
export const fromPublishedTeamFieldName = (field: string): string => ownFieldNames[field] ?? field

/** Returns the published query of a filter. */
export const toPublishedTeamFilter = (filter: TeamFilter): Required<PublishedTeamFilter> => ({
  s: filter.search,
  competion_id: filter.competitionId,
  region: filter.regionId,
  school_type: filter.schoolType,
  stage: filter.stage,
  payment_status: filter.paid,
  has_fee: filter.hasFee,
  place_status: filter.status,
  guardian_missing: filter.guardianMissing,
  guardian_refused: filter.guardianRefused,
})
export const fromPublishedTeamFilter = (query: PublishedTeamFilter): Required<TeamFilter> => ({
  search: query.s,
  competitionId: query.competion_id === 'all' ? undefined : query.competion_id,
  regionId: query.region,
  schoolType: query.school_type,
  stage: query.stage,
  paid: query.payment_status,
  hasFee: query.has_fee,
  status: query.place_status,
  guardianMissing: query.guardian_missing,
  guardianRefused: query.guardian_refused,
})
/** Returns the published query of a download; without a competition it is `all`. */
export const toPublishedTeamDownloadFilter = (filter: TeamFilter): PublishedTeamFilter => ({
  ...toPublishedTeamFilter(filter),
  competion_id: filter.competitionId ?? 'all',
})

/**
 * Returns the published fields of the team form. The image of the team is removed when it is null, and stays
 * when it is undefined.
 */
export const toPublishedTeamForm = (edit: TeamEdit, image?: Blob | null) =>
  ({
    id: edit.id,
    version: edit.version,
    name: edit.name,
    schoolName: edit.schoolName,
    school_type: edit.schoolType,
    ageLevel: edit.ageLevel && toPublishedAgeLevel[edit.ageLevel],
    stage: edit.stage,
    payment_status: edit.paid,
    reason: edit.reason,
    region: edit.regionId,
    competion: edit.competitionId,
    file: image ?? undefined,
    removeFile: image === null ? true : undefined,
  }) satisfies Record<keyof SaveTeamRequest, unknown>
/** The reason that is stored when the published call marks a team as paid, or not, without one. */
const publishedPaidReason = 'by the published call'

export const fromPublishedTeamForm = (form: SaveTeamRequest): Required<TeamEdit> => ({
  id: form.id,
  version: form.version,
  name: form.name,
  schoolName: form.schoolName,
  schoolType: form.school_type,
  ageLevel: form.ageLevel && fromPublishedAgeLevel[form.ageLevel],
  stage: form.stage,
  paid: form.payment_status,
  // the published form has no reason
  reason: form.reason || (form.payment_status === undefined ? undefined : publishedPaidReason),
  regionId: form.region,
  competitionId: form.competion,
})

/**
 * Returns the response to `download=true`: all teams, and the slug of their competition (`all` for several).
 */
export const toPublishedTeamDownloadResponse = (teams: readonly Team[], competitionSlug: string) => ({
  success: true as const,
  teams: teams.map(toPublishedTeam),
  comp_slug: competitionSlug,
})
