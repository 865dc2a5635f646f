import { getMedalForRank, isCountedInRanks } from '#contract/rules/ranking.ts'
import { orderEntryNames } from '#contract/score.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import styles from './podium.module.css'

/** Tells whether the first entries fill three steps, which the teams of an alliance would have to share. */
export const canFillPodium = (rows: readonly ScoreboardRow[]): boolean =>
  rows.length >= 3 && rows.every(isCountedInRanks)

/**
 * Shows a podium of the first three entries, with times of `decimals` decimals. It is hidden from screen
 * readers, because the table has the same content.
 */
export function Podium({ rows, decimals }: { rows: readonly ScoreboardRow[]; decimals: number }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const [first, second, third] = rows
  return (
    <div className={styles.podium} aria-hidden="true">
      {[second, first, third].map((row) => {
        if (!row) return null
        const names = orderEntryNames(row)
        return (
          <div
            key={row.id}
            className={styles.step}
            data-step={row === first ? 1 : row === second ? 2 : 3}
            data-medal={getMedalForRank(row.rank)}
          >
            <Medal rank={row.rank} />
            <Bdi className={styles.stepName}>{names.first || t('scores.unnamed')}</Bdi>
            {names.second ? <Bdi className={styles.stepDetail}>{names.second}</Bdi> : null}
            {row.isProvisional ? <span className={styles.stepDetail}>{t('scores.provisional')}</span> : null}
            <span className={styles.block}>
              <Bdi className={styles.stepScore}>{formatNumber(row.totalScore, lang)}</Bdi>
              <bdi dir="ltr" className={styles.stepTime}>
                {formatAttemptTime(row.totalTimeMs, decimals)}
              </bdi>
            </span>
          </div>
        )
      })}
    </div>
  )
}
