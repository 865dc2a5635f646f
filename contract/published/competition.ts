import type { Competition, CompetitionDraft, CompetitionRecord, OpenCompetition } from '#contract/competition.ts'
import type { WireCompetition, WireCompetitionRecord } from './competition.schema.ts'

/** The published names of one competition and of several, as keys of replies. */
export const competitionKeys = { one: 'competion', many: 'competions' } as const
export const competitionsIn = <W>(reply: { [competitionKeys.many]: W[] }): W[] => reply.competions

type Facts = Omit<WireCompetition, 'open' | 'places_left'>

const factsToWire = (competition: Competition): Facts => ({
  _id: competition.id,
  name_en: competition.name.en,
  name_ar: competition.name.ar,
  slug: competition.slug,
  min_members: competition.minMembers,
  max_members: competition.maxMembers,
  min_coaches: competition.minCoaches,
  max_coaches: competition.maxCoaches,
  min_age: competition.minAge,
  max_age: competition.maxAge,
  max_teams: competition.maxTeams,
  rounds: competition.rounds,
  fee: competition.fee,
  currency: competition.currency,
  opens_at: competition.opensAt,
  closes_at: competition.closesAt,
})

const factsFromWire = (wire: Facts): Competition => ({
  id: wire._id,
  slug: wire.slug,
  name: { en: wire.name_en, ar: wire.name_ar },
  minMembers: wire.min_members,
  maxMembers: wire.max_members,
  minCoaches: wire.min_coaches,
  maxCoaches: wire.max_coaches,
  minAge: wire.min_age,
  maxAge: wire.max_age,
  maxTeams: wire.max_teams,
  rounds: wire.rounds,
  fee: wire.fee,
  currency: wire.currency,
  opensAt: wire.opens_at,
  closesAt: wire.closes_at,
})

export const competitionToWire = (competition: OpenCompetition): WireCompetition => ({
  ...factsToWire(competition),
  open: competition.open,
  places_left: competition.placesLeft,
})
export const competitionFromWire = (wire: WireCompetition): OpenCompetition => ({
  ...factsFromWire(wire),
  open: wire.open,
  placesLeft: wire.places_left,
})

export const competitionRecordToWire = (record: CompetitionRecord): WireCompetitionRecord => ({
  ...factsToWire(record),
  status: record.active,
  team_count: record.teamCount,
  version: record.version,
  position: record.position,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  deletedAt: record.deletedAt,
})
export const competitionRecordFromWire = (wire: WireCompetitionRecord): CompetitionRecord => ({
  ...factsFromWire(wire),
  active: wire.status,
  teamCount: wire.team_count,
  version: wire.version,
  position: wire.position,
  createdAt: wire.createdAt,
  updatedAt: wire.updatedAt,
  deletedAt: wire.deletedAt,
})

const wireNames: Record<string, string> = {
  nameEn: 'name_en',
  nameAr: 'name_ar',
  'name.en': 'name_en',
  'name.ar': 'name_ar',
  minMembers: 'min_members',
  maxMembers: 'max_members',
  minCoaches: 'min_coaches',
  maxCoaches: 'max_coaches',
  minAge: 'min_age',
  maxAge: 'max_age',
  maxTeams: 'max_teams',
  opensAt: 'opens_at',
  closesAt: 'closes_at',
  active: 'status',
}
const ownNames = Object.fromEntries(Object.entries(wireNames).map(([own, wire]) => [wire, own]))

/** The published name of a refused field, and our own of a published one. */
export const competitionFieldToWire = (field: string): string => wireNames[field] ?? field
export const competitionFieldFromWire = (field: string): string => ownNames[field] ?? field

/** The form as it goes over the wire. */
export const competitionToForm = (draft: CompetitionDraft): FormData => {
  const form = new FormData()
  const fields: Record<string, string | number | boolean | null | undefined> = {
    id: draft.id,
    version: draft.version,
    position: draft.position,
    name_en: draft.name.en,
    name_ar: draft.name.ar,
    min_members: draft.minMembers,
    max_members: draft.maxMembers,
    min_coaches: draft.minCoaches,
    max_coaches: draft.maxCoaches,
    min_age: draft.minAge ?? '',
    max_age: draft.maxAge ?? '',
    max_teams: draft.maxTeams ?? '',
    rounds: draft.rounds,
    fee: draft.fee,
    currency: draft.currency,
    opens_at: draft.opensAt ?? '',
    closes_at: draft.closesAt ?? '',
    status: draft.active,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== null) form.append(name, String(value))
  return form
}
