import { paths } from '#contract/paths.ts'
import type {
  SeasonMove,
  SeasonMovePreview,
  SeasonMoveSelection,
  SeasonRecordSummary,
  SeasonYearFields,
  SeasonYearRecord,
} from '#contract/season-year.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about seasons, moves of teams between them, and season records. */
export const createAdminSeasonApi = (call: ApiCall) => ({
  ...createCrudApi<SeasonYearRecord, SeasonYearFields>(call, { path: paths.adminSeasons, one: 'season', many: 'seasons' }),
  /** The newest 25 moves. */
  moves: async () => (await call<{ moves: SeasonMove[] }>(paths.adminSeasonMoves, { query: { per_page: 25 } })).moves,
  previewMove: async (selection: SeasonMoveSelection): Promise<SeasonMovePreview> => {
    const { count, teams } = await call<SeasonMovePreview>(paths.adminSeasonMovePreview, { method: 'POST', json: selection })
    return { count, teams }
  },
  /** Moves all teams of a preview, or none. Throws `conflict` (`count`) when other teams match now. */
  move: async (selection: SeasonMoveSelection, count: number): Promise<void> => {
    await call(paths.adminSeasonMoves, { method: 'POST', json: { ...selection, count } })
  },
  /** Throws `conflict` when a moved team has changed or paid since. */
  undoMove: async (id: string): Promise<void> => {
    await call(paths.adminSeasonMoveUndo, { method: 'POST', json: { id } })
  },
  /** The season records of a team, the newest first. */
  recordsOfTeam: async (teamId: string) => (await call<{ records: SeasonRecordSummary[] }>(paths.adminTeamSeasonRecords(teamId))).records,
})
