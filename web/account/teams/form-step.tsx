import type { ReactNode } from 'react'
import styles from './form.module.css'

type Props = { number: number; id: string; title: string; hint?: string | undefined; children: ReactNode }

/** Shows one step of the form under its heading. */
export function FormStep({ number, id, title, hint, children }: Props) {
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className={styles.stepTitle}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {hint ? <p className={styles.stepHint}>{hint}</p> : null}
      {children}
    </section>
  )
}
