import { medalForRank } from '#contract/rules/scoring.ts'
import { logo } from '#web/assets/logo.ts'
import styles from './medal.module.css'

/** A place in the star of the mark, in the colour of its label. */
export function Medal({ rank }: { rank: number }) {
  return (
    <span className={styles.star} data-medal={medalForRank(rank)}>
      <svg viewBox={logo.viewBox} aria-hidden="true">
        <path d={logo.outline} />
      </svg>
      <b>{rank}</b>
    </span>
  )
}
