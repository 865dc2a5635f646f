import type { ActiveCompetition } from '#contract/competition.ts'
import { computeScoreSheetTotal } from '#contract/rules/score-sheet.ts'
import type { TeamScore } from '#contract/team.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatScoreSheetKey } from './format-score-sheet-key.ts'
import styles from './view.module.css'

type Props = { scores: TeamScore[]; competition: ActiveCompetition; total?: number | undefined; isOnScreen?: boolean }

/** Shows the scores of a team in the printed page, in place of the editor, and with `isOnScreen` also on the screen. */
export function PrintedScores({ scores, competition, total, isOnScreen = false }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  if (scores.length === 0) return <p className={isOnScreen ? undefined : styles.paper}>{t('adminTeams.scores.none')}</p>
  return (
    <table className={`${isOnScreen ? '' : styles.paper} ${styles.results}`}>
      <thead>
        <tr>
          <th>{t('adminTeams.scores.key')}</th>
          <th>{t('adminTeams.scores.score')}</th>
          <th>{t('adminTeams.scores.time')}</th>
          <th>{t('adminTeams.scores.links')}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two results may be the same
          <tr key={at}>
            <td>
              <bdi>{formatScoreSheetKey(t, score.key)}</bdi>
            </td>
            <td>
              <bdi dir="ltr">{formatNumber(score.score, lang)}</bdi>
            </td>
            <td>
              <bdi dir="ltr">{score.timeMs > 0 ? formatAttemptTime(score.timeMs) : '–'}</bdi>
            </td>
            <td>
              {[
                score.youtubeLink,
                score.file,
                score.github,
                ...score.matches.map(
                  ({ fbs, obs, youtubeLink }, nth) =>
                    `${t('adminTeams.scores.match', { number: nth + 1 })}: fbs ${fbs}, obs ${obs} ${youtubeLink}`,
                ),
              ]
                .filter(Boolean)
                .map((line, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same
                  <div key={nth}>
                    <bdi>{line}</bdi>
                  </div>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th>{t('adminTeams.scores.total')}</th>
          <td colSpan={3}>
            <bdi dir="ltr">{formatNumber(total ?? computeScoreSheetTotal(competition.slug, scores), lang)}</bdi>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
