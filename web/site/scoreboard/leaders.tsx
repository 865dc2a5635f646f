import type { ScorePage } from '#contract/score.ts'
import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format-score.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './leaders.module.css'
import { useBoard } from './use-board.ts'

type Props = { event: { id: string; slug: string } /** The first ten, as the page has read them. */; initial: ScorePage | null }

/** The first three of a live event on dark ground, as they change. Nothing while there is nobody. */
export function Leaders({ event, initial }: Props) {
  const { t, i18n } = useTranslation()
  const { top } = useBoard(event.id, event.slug, initial, true, 10)
  if (top.length === 0) return null
  return (
    <>
      <p className={styles.small}>{t('home.leaders')}</p>
      <ol className={styles.leaders}>
        {top.map((row) => (
          <li key={row.id} data-rank={row.rank}>
            <Star size={26} />
            <span className={styles.leader}>
              <bdi>{row.player || row.team || t('scores.unnamed')}</bdi>
            </span>
            <span className={styles.points}>{formatNumber(row.totalScore, i18n.language as Language)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
