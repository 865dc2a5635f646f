import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import type { ActiveCompetitionsResponse, PublishedCompetition } from './competition.schema.ts'

const toPublishedCompetition = (record: ActiveCompetition): PublishedCompetition => ({
  _id: record.id,
  name_en: record.name.en,
  name_ar: record.name.ar,
  slug: record.slug,
  min_members: record.minMembers,
  max_members: record.maxMembers,
  min_coaches: record.minCoaches,
  max_coaches: record.maxCoaches,
  min_age: record.minAge,
  max_age: record.maxAge,
  max_teams: record.maxTeams,
  rounds: record.rounds,
  fee: record.fee,
  currency: record.currency,
  opens_at: record.opensAt,
  closes_at: record.closesAt,
  status: record.active,
  team_count: record.teamCount,
  version: record.version,
  position: record.position,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  deletedAt: record.deletedAt,
})

const fromPublishedCompetition = (json: PublishedCompetition): ActiveCompetition => ({
  id: json._id,
  slug: json.slug,
  name: { en: json.name_en, ar: json.name_ar },
  minMembers: json.min_members,
  maxMembers: json.max_members,
  minCoaches: json.min_coaches,
  maxCoaches: json.max_coaches,
  minAge: json.min_age,
  maxAge: json.max_age,
  maxTeams: json.max_teams,
  rounds: json.rounds,
  fee: json.fee,
  currency: json.currency,
  opensAt: json.opens_at,
  closesAt: json.closes_at,
  active: json.status,
  teamCount: json.team_count,
  version: json.version,
  position: json.position,
  createdAt: json.createdAt,
  updatedAt: json.updatedAt,
  deletedAt: json.deletedAt,
})

export const toPublishedCompetitionsResponse = (
  records: readonly ActiveCompetition[],
): ActiveCompetitionsResponse => ({
  success: true,
  competions: records.map(toPublishedCompetition),
  currentPage: 1,
  totalItems: records.length,
  per_page: records.length,
})

export const fromPublishedCompetitionsResponse = ({
  competions,
}: ActiveCompetitionsResponse): ActiveCompetition[] => competions.map(fromPublishedCompetition)
