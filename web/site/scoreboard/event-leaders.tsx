import { formatNumber } from '#web/shared/format.ts'
import { useRowAnimation } from '#web/shared/ranking/use-row-animation.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Star } from '#web/shared/ui/logo.tsx'
import styles from './event-leaders.module.css'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import scores from './scores.module.css'

/** Shows the first entries of a ranking on a dark background, and how they change. */
export function EventLeaders({ rows, title }: { rows: readonly ScoreboardRow[]; title: string }) {
  const { t, i18n } = useTranslation()
  const list = useRowAnimation<HTMLOListElement>(rows, scores.highlight)
  return (
    <>
      <p className={styles.small}>{title}</p>
      <ol ref={list} className={styles.leaders}>
        {rows.map((row) => (
          <li
            key={row.id}
            data-row={row.id}
            data-rank={row.rank}
            onAnimationEnd={(event) => event.currentTarget.classList.remove(scores.highlight as string)}
          >
            <Star size={26} />
            <span className={styles.leader}>
              <bdi>{row.playerName || row.teamName || t('scores.unnamed')}</bdi>
            </span>
            <span className={styles.points}>{formatNumber(row.totalScore, i18n.language)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
