import { logo } from '#contract/logo.ts'
import { getMedalForRank } from '#contract/rules/ranking.ts'
import styles from './medal.module.css'

/** Shows a rank inside the star of the logo, in the colour of its medal. */
export function Medal({ rank }: { rank: number }) {
  return (
    <span className={styles.star} data-medal={getMedalForRank(rank)}>
      <svg viewBox={logo.viewBox} aria-hidden="true">
        <use href="#logo-outline" />
      </svg>
      <b>{rank}</b>
    </span>
  )
}
