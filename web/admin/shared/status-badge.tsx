import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

type Props = { status: 'done' | 'open' | 'problem'; children: ReactNode }

/** Shows a badge with a status, by its text and not by its colour alone. */
export function StatusBadge({ status, children }: Props) {
  return (
    <Badge variant={status === 'done' ? 'light' : 'outline'} miw="max-content" className={`${styles.badge} ${styles[status]}`}>
      {children}
    </Badge>
  )
}
