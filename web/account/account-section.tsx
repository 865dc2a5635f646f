import type { ReactNode } from 'react'
import styles from './account.module.css'

/** Shows a part of the page with its heading. */
export function AccountSection({ title, children, kind }: { title: string; children: ReactNode; kind?: 'danger' }) {
  return (
    <section className={`${styles.part} ${kind ? styles[kind] : ''}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
