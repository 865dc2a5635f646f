import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import { countTimeDecimals, formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useRowAnimation } from '#web/shared/ranking/use-row-animation.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import type { ScoreboardRow } from '#web/site/scoreboard/initial-scores.ts'
import styles from './display.module.css'
import type { LiveRanking } from './use-live-ranking.ts'

type Props = {
  eventTitle: string
  ranking: LiveRanking
  /** The entries of the current page. */
  rows: readonly ScoreboardRow[]
}

/** A page of the ranking, large enough for a projector. Screen readers hear when an entry moves up to one of the first three ranks. */
export function RankingScreen({ eventTitle, ranking, rows }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const body = useRowAnimation(rows, styles.highlight)
  const decimals = countTimeDecimals(rows.map(({ totalTimeMs }) => totalTimeMs))
  const { climbed } = ranking
  return (
    <>
      <span className={hidden.visuallyHidden} aria-live="polite">
        {climbed
          ? t('display.movedUp', { name: `\u2068${climbed.playerName || climbed.teamName}\u2069`, rank: formatNumber(climbed.rank, lang) })
          : null}
      </span>
      {rows.length === 0 ? (
        <p className={styles.message}>{t('display.none')}</p>
      ) : (
        <table className={styles.board}>
          <caption className={hidden.visuallyHidden}>{t('display.caption', { event: eventTitle })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('display.rank')}</th>
              <th scope="col">{t('display.player')}</th>
              <th scope="col" className={styles.number}>
                {t('display.score')}
              </th>
              <th scope="col" className={styles.number}>
                {t('display.time')}
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr
                key={row.id}
                data-row={row.id}
                onAnimationEnd={(event) => event.currentTarget.classList.remove(styles.highlight as string)}
              >
                <td className={styles.rank}>{row.rank <= 3 ? <Medal rank={row.rank} /> : formatNumber(row.rank, lang)}</td>
                <th scope="row">
                  <bdi>{row.playerName || row.teamName || t('display.unnamed')}</bdi>
                  {row.playerName && row.teamName ? (
                    <small>
                      <bdi>{row.teamName}</bdi>
                    </small>
                  ) : null}
                </th>
                <td className={styles.number}>
                  <bdi className={styles.points}>{formatNumber(row.totalScore, lang)}</bdi>
                </td>
                <td className={styles.number}>
                  <bdi dir="ltr">{formatAttemptTime(row.totalTimeMs, decimals)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
