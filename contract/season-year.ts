import type { RecordMetadata } from './crud.ts'
import type { Localized } from './localized.ts'

/** A season of the olympiad. Exactly one is active: new teams belong to it. */
export type SeasonYear = { id: string; year: number; name: Localized; active: boolean }
/** A season as the back office edits it; `teamCount` counts its teams. */
export type SeasonYearRecord = SeasonYear & RecordMetadata & { teamCount: number }
export type SeasonYearFields = Pick<SeasonYear, 'year' | 'name'>

/** Limits of the name in characters, and of the year. */
export const seasonYearLimits = { name: 100, minYear: 2000, maxYear: 2100 } as const

/** Which teams of the season `fromId` move to the season `toId`. Filters that are undefined select all. */
export type SeasonMoveSelection = {
  fromId: string
  toId: string
  competitionId?: string | undefined
  stage?: string | undefined
  /** Without a payment are only teams that have a fee to pay. */
  paid?: boolean | undefined
}
export type SeasonMoveTeam = {
  id: string
  teamNo: number
  name: string
  competition: Localized
  stage: string
  paid: boolean
  hasFee: boolean
}
/** The teams that a move would move; `teams` are the first ones of `count`. */
export type SeasonMovePreview = { count: number; teams: SeasonMoveTeam[] }
/** A move of teams; `canUndo` is true until it is undone or a moved team has changed. */
export type SeasonMove = {
  id: string
  from: Pick<SeasonYear, 'id' | 'year' | 'name'>
  to: Pick<SeasonYear, 'id' | 'year' | 'name'>
  count: number
  createdAt: string
  createdBy: string
  undoneAt: string | null
  canUndo: boolean
}

/** The number of teams that a preview lists. */
export const seasonMovePreviewRows = 50

/** What people see of a season record: its season, purpose and time, and the state of the team then. */
export type SeasonRecordSummary = {
  id: string
  season: Pick<SeasonYear, 'year' | 'name'>
  type: string
  ref: string
  createdAt: string
  teamName: string
  stage: string
  paid: boolean | null
  memberCount: number | null
}
