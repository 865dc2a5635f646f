import { useId } from 'react'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import styles from '#web/site/event/competitions/competition-banner.module.css'

/**
 * The arrangements of the stars of a banner: the distance between them in pixels, and the angle of their rows
 * in degrees.
 */
const patterns = [
  [32, 0],
  [44, 45],
  [24, 0],
  [64, 22.5],
  [40, 22.5],
  [56, 0],
  [26, 45],
] as const

/**
 * Returns which pattern and colour a competition has. Its slug decides, so that it has the same ones on all
 * pages.
 */
const getAccent = (slug: string) =>
  [...slug].reduce((sum, letter) => (sum * 53 + (letter.codePointAt(0) ?? 0)) % 2 ** 32, 0) % patterns.length

/** Shows a band of stars in the pattern and colour of a competition. Decorative. */
export function DecorativeCompetitionBanner({ slug }: { slug: string }) {
  const id = useId()
  const accent = getAccent(slug)
  const [distance, angle] = patterns[accent] ?? patterns[0]
  const scale = distance / 64
  return (
    <div className={styles.banner} data-accent={accent} aria-hidden="true">
      <svg className={styles.pattern} aria-hidden="true">
        <pattern
          id={id}
          width={distance}
          height={distance}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${angle})`}
        >
          <use
            href="#logo-outline"
            transform={`scale(${scale})`}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.2 / scale}
          />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      <LogoStar size={40} className={styles.star} core="var(--sun)" />
    </div>
  )
}
