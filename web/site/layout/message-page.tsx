import type { ReactNode } from 'react'
import page from '#web/shared/ui/page.module.css'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './message-page.module.css'

/** Shows a page with a message instead of contents: not found, or failed. */
export function MessagePage({ code, title, text, children }: { code?: string; title: string; text: string; children: ReactNode }) {
  return (
    <div className={`${page.wide} ${styles.notice}`}>
      <div className={styles.picture} aria-hidden="true">
        <Star size={220} lines />
        {code ? <span className={styles.code}>{code}</span> : null}
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
