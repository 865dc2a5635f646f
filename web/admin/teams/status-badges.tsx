import type { TeamStatus } from '#contract/rules/team-places.ts'
import { StatusBadge } from '#web/admin/shared/status-badge.tsx'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows whether a team has paid; `isFree` says that its competition has no fee. */
export function PaidBadge({ paid, isFree = false }: { paid: boolean; isFree?: boolean }) {
  const { t } = useTranslation()
  if (isFree && !paid) return <StatusBadge status="done">{t('adminTeams.noFee')}</StatusBadge>
  return <StatusBadge status={paid ? 'done' : 'open'}>{t(paid ? 'adminTeams.paid' : 'adminTeams.pending')}</StatusBadge>
}

/** Shows that a team has no place: it lapsed or waits. Shows nothing for a team with a place. */
export function PlaceBadge({ status }: { status: TeamStatus }) {
  const { t } = useTranslation()
  if (status === 'registered') return null
  return <StatusBadge status="open">{t(`adminTeams.places.${status}`)}</StatusBadge>
}

/** Shows whether a team has as many people as its competition requires. */
export function CompleteBadge({ complete }: { complete: boolean }) {
  const { t } = useTranslation()
  return <StatusBadge status={complete ? 'done' : 'open'}>{t(complete ? 'adminTeams.complete' : 'adminTeams.incomplete')}</StatusBadge>
}
