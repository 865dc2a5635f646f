import { findMedalUnlessProvisional } from '#contract/event/scoring/ranking.ts'
import { logo } from '#contract/site/logo.ts'
import styles from './medal.module.css'

type Props = { rank: number; isProvisional?: true | undefined }

/**
 * Shows a rank inside the star of the logo, in the colour of its medal; that of a provisional result has
 * none.
 */
export function Medal({ rank, isProvisional }: Props) {
  return (
    <span className={styles.star} data-medal={findMedalUnlessProvisional({ rank, isProvisional })}>
      <svg viewBox={logo.viewBox} aria-hidden="true">
        <use href="#logo-outline" />
      </svg>
      <b>{rank}</b>
    </span>
  )
}
