import type { ReactNode } from 'react'
import { LogoStar } from './logo.tsx'
import page from './page.module.css'
import styles from './page-title.module.css'

/** Shows the title band of a page: title, a sentence and the star pattern behind. */
export function PageTitleBand({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className={styles.band}>
      <div className={styles.lattice} aria-hidden="true" />
      <div className={styles.large} aria-hidden="true">
        <LogoStar size={340} lines core="var(--sun)" />
      </div>
      <div className={`${page.wide} ${styles.content}`}>
        <LogoStar size={52} core="var(--sun)" className={styles.star} />
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  )
}
