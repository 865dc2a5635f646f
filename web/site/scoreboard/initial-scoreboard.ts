import type { ScorePage, ScoreRow } from '#contract/score.ts'
import type { PublicApi } from '#web/shared/public-api.ts'

/** An entry of a ranking. Entries of the rendered page contain only what the table shows. */
export type ScoreboardRow = Omit<ScoreRow, OmittedField> & Partial<Pick<ScoreRow, OmittedField>>
/** A page of a ranking, rendered or loaded later. */
export type ScoreboardPage = Omit<ScorePage, 'rows'> & { rows: ScoreboardRow[] }
type OmittedField = 'playerEmail' | 'score' | 'timeMs' | 'attemptCount' | 'reachedAt'

/** Loads the first entries of the ranking of an event for the rendered page. Throws `not-found`. */
export const loadInitialScoreboard = async (api: PublicApi, idOrSlug: string, perPage: number): Promise<ScoreboardPage> => {
  const page = await api.scores.getScoreboardPage(idOrSlug, { perPage })
  return {
    ...page,
    rows: page.rows.map(
      ({ playerEmail: _email, score: _score, timeMs: _time, attemptCount: _count, reachedAt: _reachedAt, ...row }) => row,
    ),
  }
}
