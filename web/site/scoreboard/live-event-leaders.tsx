import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useRowAnimation } from '#web/shared/ranking/use-row-animation.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Star } from '#web/shared/ui/star.tsx'
import { useIsPast } from '#web/shared/use-is-past.ts'
import styles from './event-leaders.module.css'
import type { ScoreboardPage } from './initial-scoreboard.ts'
import scores from './scores.module.css'
import { useScoreboard } from './use-scoreboard.ts'

type Props = {
  event: { id: string; slug: string }
  /** The first ten entries, from the loader of the route. */
  initial: ScoreboardPage | null
}

/** Shows the first three entries of a live event, kept up to date, on a dark background. Renders nothing without entries. */
export function LiveEventLeaders({ event, initial }: Props) {
  const { t, i18n } = useTranslation()
  const { top, page } = useScoreboard(event.id, event.slug, initial, true, 10)
  const isFrozen = useIsPast(page?.freezeAt ?? null)
  const list = useRowAnimation<HTMLOListElement>(top, scores.highlight)
  if (top.length === 0) return null
  return (
    <>
      <p className={styles.small}>{t(isFrozen ? 'scores.frozen' : 'home.leaders')}</p>
      <ol ref={list} className={styles.leaders}>
        {top.map((row) => (
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
            <span className={styles.points}>{formatNumber(row.totalScore, i18n.language as Language)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
