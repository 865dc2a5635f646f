import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { findMedalUnlessProvisional, isCountedInFollowingRanks } from '#contract/event/scoring/ranking.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { formatMeasuredTimeOrDash, formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import styles from './podium.module.css'
import type { ScoreboardTimes } from './use-scoreboard.ts'

/**
 * Tells whether the first entries fill three steps: not where teams of an alliance would have to share one,
 * nor where provisional entries share a rank that more of them may have.
 */
export const canFillPodium = (rows: readonly ScoreboardRow[]): boolean =>
  rows.length >= 3 &&
  rows.every(isCountedInFollowingRanks) &&
  (new Set(rows.map(({ rank }) => rank)).size === rows.length ||
    !rows.some(({ isProvisional }) => isProvisional))

/**
 * Shows a podium of the first three entries. It is hidden from screen readers, because the table has the same
 * content.
 */
export function Podium({ rows, times }: { rows: readonly ScoreboardRow[]; times: ScoreboardTimes }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const [first, second, third] = rows
  return (
    <div className={styles.podium} aria-hidden="true">
      {[second, first, third].map((row) => {
        if (!row) return null
        const names = getEntryDisplayNames(row)
        return (
          <div
            key={row.id}
            className={styles.step}
            data-step={row === first ? 1 : row === second ? 2 : 3}
            data-medal={findMedalUnlessProvisional(row)}
          >
            <Medal rank={row.rank} isProvisional={row.isProvisional} />
            <Bdi className={styles.stepName}>{names.first || t('scores.unnamed')}</Bdi>
            {names.second ? <Bdi className={styles.stepDetail}>{names.second}</Bdi> : null}
            {row.isProvisional ? <span className={styles.stepDetail}>{t('scores.provisional')}</span> : null}
            <span className={styles.block}>
              <Bdi className={styles.stepScore}>{formatNumber(row.totalScore, lang)}</Bdi>
              {times.isShown ? (
                <bdi dir="ltr" className={styles.stepTime}>
                  {formatMeasuredTimeOrDash(row.totalTimeMs, times.decimals)}
                </bdi>
              ) : null}
            </span>
          </div>
        )
      })}
    </div>
  )
}
