import type { ScorePage, ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import type { PublicApi } from '#web/shared/api/public-api.ts'

/** An entry of a ranking. Entries of the rendered page contain only what the table shows. */
export type ScoreboardRow = Omit<ScoreRow, OmittedField> & Partial<Pick<ScoreRow, OmittedField>>
/** A page of a ranking, rendered or loaded later. */
export type ScoreboardPage = Omit<ScorePage, 'rows'> & { rows: ScoreboardRow[] }
type OmittedField = 'playerEmail' | 'hasTeam' | 'score' | 'timeMs' | 'attemptCount' | 'reachedAt'

/**
 * Loads the first entries of the ranking of an event for the rendered page, with the order of its rules in
 * `lang`, or in both languages. Throws `not-found`.
 */
export const loadInitialScoreboard = async (
  api: PublicApi,
  idOrSlug: string,
  perPage: number,
  lang?: Lang,
): Promise<ScoreboardPage> => {
  const page = await api.scores.getScoreboardPage(idOrSlug, { perPage })
  const pick = (text: Localized): Localized => (lang ? { en: '', ar: '', [lang]: text[lang] } : text)
  return {
    ...page,
    rules: page.rules && {
      ...page.rules,
      text: pick(page.rules.text),
      keys: page.rules.keys.map((key) => ({ ...key, label: pick(key.label) })),
    },
    rows: page.rows.map(
      ({
        playerEmail: _email,
        hasTeam: _hasTeam,
        score: _score,
        timeMs: _time,
        attemptCount: _count,
        reachedAt: _reachedAt,
        ...row
      }) => row,
    ),
  }
}
