import type { Season } from '#contract/season.ts'
import type { WireSeason } from './season.schema.ts'

export const seasonToWire = (season: Season): WireSeason => ({
  _id: season.id,
  type: season.type,
  team_id: season.teamId,
  ref: season.ref,
  data: season.data,
  created_at: season.createdAt,
})
