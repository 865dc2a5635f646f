import type { SeasonMoveSelection, SeasonYearFields, SeasonYearRecord } from '#contract/season-year.schema.ts'
import type { ApiCall } from '#web/shared/api/call.ts'
import { createCrudApi } from './crud.ts'

/** Creates the back office's calls about seasons, moves of teams between them, and season records. */
export const createAdminSeasonApi = (call: ApiCall) => ({
  ...createCrudApi<'/api/admin/seasons', SeasonYearRecord, SeasonYearFields>(call, {
    path: '/api/admin/seasons',
    one: 'season',
    many: 'seasons',
  }),
  /** The newest 25 moves. */
  moves: async () => (await call('GET /api/admin/season-moves', { query: { per_page: 25 } })).moves,
  previewMove: async (json: SeasonMoveSelection) => {
    const { count, teams } = await call('POST /api/admin/season-moves/preview', { json })
    return { count, teams }
  },
  /** Moves all teams of a preview, or none. Throws `conflict` (`count`) when other teams match now. */
  move: async (selection: SeasonMoveSelection, count: number): Promise<void> => {
    await call('POST /api/admin/season-moves', { json: { ...selection, count } })
  },
  /** Throws `conflict` when a moved team has changed or paid since. */
  undoMove: async (id: string): Promise<void> => {
    await call('POST /api/admin/season-moves/undo', { json: { id } })
  },
  /** The season records of a team, the newest first. */
  recordsOfTeam: async (teamId: string) => (await call('GET /api/admin/teams/:teamId/season-records', { params: { teamId } })).records,
})
