import type { ReactNode } from 'react'
import { logo } from '#contract/logo.ts'
import styles from './scoreboard-message.module.css'

/** Shows a message instead of a ranking, with the star of the logo. */
export function ScoreboardMessage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <svg className={styles.star} viewBox={logo.viewBox} aria-hidden="true">
        <path d={logo.outline} />
        <path d={logo.traces} />
      </svg>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}
