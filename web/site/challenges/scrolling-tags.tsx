import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './tags.module.css'

/** Shows the scrolling tags of the hero section. They stop on demand, and do not move with `prefers-reduced-motion`. */
export function ScrollingTags({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation()
  const [stopped, setStopped] = useState(false)
  const line = (hidden: boolean) => (
    <ul className={styles.line} aria-hidden={hidden || undefined}>
      {[0, 1].flatMap((round) =>
        tags.map((tag) => (
          <li key={`${round} ${tag}`} aria-hidden={round > 0 || undefined}>
            {tag}
            <Star size={22} />
          </li>
        )),
      )}
    </ul>
  )
  return (
    <div className={styles.tags} data-stopped={stopped}>
      <div className={styles.window}>
        {line(false)}
        {line(true)}
      </div>
      <button
        type="button"
        className={styles.pause}
        aria-label={t(stopped ? 'pages.challenges.play' : 'pages.challenges.pause')}
        onClick={() => setStopped(!stopped)}
      >
        {stopped ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
      </button>
    </div>
  )
}
