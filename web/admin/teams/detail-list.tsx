import type { ReactNode } from 'react'
import styles from './view.module.css'

/** Shows a list of labels and values. */
export function DetailList({ rows }: { rows: (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
