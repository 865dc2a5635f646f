import { Badge } from '@mantine/core'
import type { TeamStatus } from '#contract/rules/team-places.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './teams.module.css'

/** Shows whether a team has paid, by text and not by colour alone. */
export function PaidBadge({ paid }: { paid: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge variant={paid ? 'light' : 'outline'} miw="max-content" className={`${styles.badge} ${paid ? styles.paid : styles.pending}`}>
      {t(paid ? 'adminTeams.paid' : 'adminTeams.pending')}
    </Badge>
  )
}

/** Shows that a team has no place: it lapsed or waits. Shows nothing for a team with a place. */
export function PlaceBadge({ status }: { status: TeamStatus }) {
  const { t } = useTranslation()
  if (status === 'registered') return null
  return (
    <Badge variant="outline" miw="max-content" className={`${styles.badge} ${styles.pending}`}>
      {t(`adminTeams.places.${status}`)}
    </Badge>
  )
}

/** Shows whether a team has as many people as its competition requires. */
export function CompleteBadge({ complete }: { complete: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge
      variant={complete ? 'light' : 'outline'}
      miw="max-content"
      className={`${styles.badge} ${complete ? styles.paid : styles.pending}`}
    >
      {t(complete ? 'adminTeams.complete' : 'adminTeams.incomplete')}
    </Badge>
  )
}
