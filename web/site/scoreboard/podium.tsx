import { findMedalOfRank, isCountedInRanks } from '#contract/rules/ranking.ts'
import { formatMeasuredTime, formatNumber } from '#web/shared/format.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import styles from './podium.module.css'
import type { ScoreboardTimes } from './use-scoreboard.ts'

/**
 * Tells whether the first entries fill three steps: not where teams of an alliance would have to share one,
 * nor where provisional entries share a rank that more of them may have.
 */
export const canFillPodium = (rows: readonly ScoreboardRow[]): boolean =>
  rows.length >= 3 &&
  rows.every(isCountedInRanks) &&
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
      {[second, first, third].map(
        (row) =>
          row && (
            <div
              key={row.id}
              className={styles.step}
              data-step={row === first ? 1 : row === second ? 2 : 3}
              data-medal={findMedalOfRank(row)}
            >
              <Medal rank={row.rank} isProvisional={row.isProvisional} />
              <bdi className={styles.stepName}>{row.playerName || row.teamName || t('scores.unnamed')}</bdi>
              {row.playerName && row.teamName ? <bdi className={styles.stepTeam}>{row.teamName}</bdi> : null}
              {row.isProvisional ? <span className={styles.stepTeam}>{t('scores.provisional')}</span> : null}
              <span className={styles.block}>
                <bdi className={styles.stepScore}>{formatNumber(row.totalScore, lang)}</bdi>
                {times.isShown ? (
                  <bdi dir="ltr" className={styles.stepTime}>
                    {formatMeasuredTime(row.totalTimeMs, times.decimals)}
                  </bdi>
                ) : null}
              </span>
            </div>
          ),
      )}
    </div>
  )
}
