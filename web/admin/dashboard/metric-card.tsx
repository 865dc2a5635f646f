import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canOpenAdminPage } from '#web/admin/navigation.ts'
import { useSessionUser } from '#web/shared/session.ts'
import styles from './dashboard.module.css'

type Props = { label: string; value: string; children?: ReactNode; to?: string }

/** Shows a card with one metric of the dashboard and its breakdown. Its label is a link for users who may open the page `to`. */
export function MetricCard({ label, value, children, to }: Props) {
  const permissions = useSessionUser()?.permissions ?? []
  const isLink = to !== undefined && canOpenAdminPage(to.split('?')[0] ?? to, permissions)
  return (
    <Paper withBorder p="md" className={styles.figure}>
      <Text size="sm" c="dimmed">
        {isLink ? (
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
