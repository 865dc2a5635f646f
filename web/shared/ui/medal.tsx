import { medalOf } from '#contract/rules/ranking.ts'
import { mark } from '#web/assets/mark.ts'
import styles from './medal.module.css'

/** A place in the star of the mark, in the colour of its label. */
export function Medal({ place }: { place: number }) {
  return (
    <span className={styles.star} data-medal={medalOf(place)}>
      <svg viewBox={mark.viewBox} aria-hidden="true">
        <path d={mark.outline} />
      </svg>
      <b>{place}</b>
    </span>
  )
}
