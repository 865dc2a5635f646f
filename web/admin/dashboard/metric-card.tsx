import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './dashboard.module.css'

type Props = { label: string; value: string; children?: ReactNode; to?: string }

/** Card with one metric of the dashboard and its breakdown. */
export function MetricCard({ label, value, children, to }: Props) {
  return (
    <Paper withBorder p="md" className={styles.figure}>
      <Text size="sm" c="dimmed">
        {to ? (
          <Link to={to} className={styles.cover}>
            {label}
          </Link>
        ) : (
          label
        )}
      </Text>
      <Text className={styles.value}>{value}</Text>
      <Text size="sm" c="dimmed" mih={22}>
        {children}
      </Text>
    </Paper>
  )
}
