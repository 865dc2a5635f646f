import type {
  seasonMove,
  seasonMovePreview,
  seasonMoveSelection,
  seasonRecordSummary,
  seasonYear,
  seasonYearRecord,
} from './season-year.schema.ts'
import type { z } from './z.ts'

/** A season of the olympiad. Exactly one is active: new teams belong to it. */
export type SeasonYear = z.infer<typeof seasonYear>
/** A season as the back office edits it; `teamCount` counts its teams. */
export type SeasonYearRecord = z.infer<typeof seasonYearRecord>
export type SeasonYearFields = Pick<SeasonYear, 'year' | 'name'>

/** Limits of the name in characters, and of the year. */
export const seasonYearLimits = { name: 100, minYear: 2000, maxYear: 2100 } as const

/** Which teams of the season `fromId` move to the season `toId`. Filters that are undefined select all. */
export type SeasonMoveSelection = z.infer<typeof seasonMoveSelection>
/** The teams that a move would move; `teams` are the first ones of `count`. */
export type SeasonMovePreview = z.infer<typeof seasonMovePreview>
export type SeasonMoveTeam = SeasonMovePreview['teams'][number]
/** A move of teams; `canUndo` is true until it is undone or a moved team has changed. */
export type SeasonMove = z.infer<typeof seasonMove>

/** The number of teams that a preview lists. */
export const seasonMovePreviewRows = 50

/** What people see of a season record: its season, purpose and time, and the state of the team then. */
export type SeasonRecordSummary = z.infer<typeof seasonRecordSummary>
