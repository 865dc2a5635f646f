import type {
  AgeLevel,
  Consent,
  OwnTeam,
  PersonDraft,
  PersonKind,
  Team,
  TeamDraftRecord,
  TeamFilter,
  TeamPerson,
  TeamRow,
  TeamScore,
} from '#contract/team.ts'
import type { Gender } from '#contract/user.ts'
import type { WireDraft, WireOwnTeam, WirePerson, WireTeam, WireTeamRow, WireTeamScore, wireAgeLevels } from './team.schema.ts'

type WireAgeLevel = (typeof wireAgeLevels)[number]
const levels: Record<AgeLevel, WireAgeLevel> = { elementary: 'Elementory', junior: 'Jonior', senior: 'Senior' }

export const ageLevelToWire = (level: AgeLevel): WireAgeLevel => levels[level]
export const ageLevelFromWire = (wire: WireAgeLevel): AgeLevel =>
  wire === 'Elementory' ? 'elementary' : wire === 'Jonior' ? 'junior' : 'senior'

const consentToWire = (consent: Consent) => ({
  guardian: consent.guardian,
  contact: consent.contact,
  at: consent.at,
  text_version: consent.textVersion,
  publish: consent.publish,
})

export const personToWire = (person: TeamPerson): WirePerson => ({
  _id: person.id,
  name: person.name,
  email: person.email,
  national_id: person.nationalId,
  phone_number: person.phone,
  dob: person.birthDate,
  gender: person.gender,
  picture: person.picture,
  consent: person.consent && consentToWire(person.consent),
  version: person.version,
})
export const personFromWire = (wire: WirePerson, kind: PersonKind): TeamPerson => ({
  id: wire._id,
  kind,
  name: wire.name,
  email: wire.email,
  phone: wire.phone_number,
  nationalId: wire.national_id,
  birthDate: wire.dob,
  gender: wire.gender,
  picture: wire.picture,
  consent: wire.consent && {
    guardian: wire.consent.guardian,
    contact: wire.consent.contact,
    at: wire.consent.at,
    textVersion: wire.consent.text_version,
    publish: wire.consent.publish,
  },
  version: wire.version,
})

type WireFacts = Omit<WireTeamRow, 'members' | 'member_count'>
type Facts = Omit<TeamRow, 'members' | 'memberCount'>
const regionToWire = (region: TeamRow['region']) => region && { _id: region.id, en_name: region.name.en, ar_name: region.name.ar }

const factsToWire = (team: Facts): WireFacts => ({
  _id: team.id,
  team_no: team.teamNo,
  name: team.name,
  schoolName: team.schoolName,
  region: regionToWire(team.region),
  city: regionToWire(team.region),
  stage: team.stage,
  ageLevel: ageLevelToWire(team.ageLevel),
  image: team.image,
  competion: {
    _id: team.competition.id,
    name_en: team.competition.name.en,
    name_ar: team.competition.name.ar,
    slug: team.competition.slug,
  },
  payment_status: team.paid,
  complete: team.complete,
  created_at: team.createdAt,
  updated_at: team.updatedAt,
  deleted_at: team.deletedAt,
  version: team.version,
})
const factsFromWire = (wire: WireFacts): Facts => ({
  id: wire._id,
  teamNo: wire.team_no,
  name: wire.name,
  schoolName: wire.schoolName,
  stage: wire.stage,
  ageLevel: ageLevelFromWire(wire.ageLevel),
  image: wire.image,
  competition: {
    id: wire.competion._id,
    slug: wire.competion.slug,
    name: { en: wire.competion.name_en, ar: wire.competion.name_ar },
  },
  region: wire.region && { id: wire.region._id, name: { en: wire.region.en_name, ar: wire.region.ar_name } },
  paid: wire.payment_status,
  complete: wire.complete,
  version: wire.version,
  createdAt: wire.created_at,
  updatedAt: wire.updated_at,
  deletedAt: wire.deleted_at,
})

export const teamRowToWire = (team: TeamRow): WireTeamRow => ({
  ...factsToWire(team),
  members: team.members.map(({ id, name, picture }) => ({ _id: id, name, picture })),
  member_count: team.memberCount,
})
export const teamRowFromWire = (wire: WireTeamRow): TeamRow => ({
  ...factsFromWire(wire),
  members: wire.members.map(({ _id, name, picture }) => ({ id: _id, name, picture })),
  memberCount: wire.member_count,
})

export const teamScoreToWire = (score: TeamScore): WireTeamScore => ({
  key: score.key,
  score: score.score,
  time: score.timeMs,
  youtube_link: score.youtubeLink,
  file: score.file,
  github: score.github,
  matches: score.matches.map(({ fbs, obs, youtubeLink }) => ({ fbs, obs, youtube_link: youtubeLink })),
})
export const teamScoreFromWire = (wire: WireTeamScore): TeamScore => ({
  key: wire.key,
  score: wire.score,
  timeMs: wire.time,
  youtubeLink: wire.youtube_link,
  file: wire.file,
  github: wire.github,
  matches: wire.matches.map(({ fbs, obs, youtube_link }) => ({ fbs, obs, youtubeLink: youtube_link })),
})

export const teamToWire = (team: Team): WireTeam => ({
  ...factsToWire(team),
  coaches: team.coaches.map(personToWire),
  members: team.members.map(personToWire),
  user: team.user && { _id: team.user.id, name: team.user.name, email: team.user.email },
  scores: team.scores.map(teamScoreToWire),
})
export const teamFromWire = (wire: WireTeam): Team => ({
  ...factsFromWire(wire),
  coaches: wire.coaches.map((person) => personFromWire(person, 'coach')),
  members: wire.members.map((person) => personFromWire(person, 'member')),
  user: wire.user && { id: wire.user._id, name: wire.user.name, email: wire.user.email },
  scores: wire.scores.map(teamScoreFromWire),
})

export const ownTeamToWire = (team: OwnTeam): WireOwnTeam => ({
  ...teamToWire(team),
  editable: team.editable,
  fee: team.fee,
  currency: team.currency,
  closes_at: team.closesAt,
})
export const ownTeamFromWire = (wire: WireOwnTeam): OwnTeam => ({
  ...teamFromWire(wire),
  editable: wire.editable,
  fee: wire.fee,
  currency: wire.currency,
  closesAt: wire.closes_at,
})

export const draftToWire = (draft: TeamDraftRecord): WireDraft => ({ _id: draft.id, data: draft.data, updated_at: draft.updatedAt })
export const draftFromWire = (wire: WireDraft): TeamDraftRecord => ({ id: wire._id, data: wire.data, updatedAt: wire.updated_at })

const wireNames: Record<string, string> = {
  competitionId: 'competion',
  regionId: 'region',
  paid: 'payment_status',
  image: 'file',
  nationalId: 'national_id',
  birthDate: 'dob',
  phone: 'phone_number',
  timeMs: 'time',
  youtubeLink: 'youtube_link',
}
const ownNames = Object.fromEntries(Object.entries(wireNames).map(([own, wire]) => [wire, own]))
const each = (field: string, names: Record<string, string>) =>
  field
    .split('.')
    .map((part) => names[part] ?? part)
    .join('.')

/** The published name of a refused field (`members.0.national_id`), and our own of a published one (`members.0.nationalId`). */
export const teamFieldToWire = (field: string): string => each(field, wireNames)
export const teamFieldFromWire = (field: string): string => each(field, ownNames)

/** What the list's query says, of a filter and back. */
export const teamFilterToQuery = (filter: TeamFilter) => ({
  s: filter.search,
  competion_id: filter.competitionId,
  region: filter.regionId,
  stage: filter.stage,
  payment_status: filter.paid,
})
/** The same for an export, which names all competitions when it means all. */
export const teamExportToQuery = (filter: TeamFilter) => ({ ...teamFilterToQuery(filter), competion_id: filter.competitionId ?? 'all' })
type FilterQuery = {
  s?: string | undefined
  competion_id?: string | undefined
  region?: string | undefined
  stage?: string | undefined
  payment_status?: boolean | undefined
}
export const teamFilterFromQuery = (query: FilterQuery): TeamFilter => ({
  search: query.s,
  competitionId: query.competion_id === 'all' ? undefined : query.competion_id,
  regionId: query.region,
  stage: query.stage,
  paid: query.payment_status,
})

type WirePersonDraft = {
  _id?: string | undefined
  name: string
  email: string
  national_id?: string | undefined
  phone_number: string
  dob?: string | null | undefined
  gender?: number | null | undefined
  consent?: PersonDraft['consent']
}
export const personDraftFromWire = (wire: WirePersonDraft): PersonDraft => ({
  id: wire._id,
  name: wire.name,
  email: wire.email,
  phone: wire.phone_number,
  nationalId: wire.national_id,
  birthDate: wire.dob ?? null,
  gender: (wire.gender ?? null) as Gender | null,
  consent: wire.consent,
})
export const personDraftToWire = (draft: PersonDraft): WirePersonDraft => ({
  _id: draft.id,
  name: draft.name,
  email: draft.email,
  national_id: draft.nationalId,
  phone_number: draft.phone,
  dob: draft.birthDate,
  gender: draft.gender,
  consent: draft.consent,
})

/** What `download=true` replies: all teams, and the slug of their competition (`all` for several). */
export const downloadedTeams = (teams: readonly Team[], competitionSlug: string) => ({
  success: true as const,
  teams: teams.map(teamToWire),
  comp_slug: competitionSlug,
})
