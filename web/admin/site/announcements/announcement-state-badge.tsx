import { Badge } from '@mantine/core'
import type { AnnouncementState } from '#contract/site/announcement.ts'
import { useTranslation } from '#web/shared/texts.ts'

const colors: Record<AnnouncementState, string> = {
  draft: 'gray.7',
  scheduled: 'blue.9',
  sending: 'indigo.9',
  sent: 'teal.9',
}

/** Shows a badge with the state of an announcement. */
export function AnnouncementStateBadge({ state }: { state: AnnouncementState }) {
  const { t } = useTranslation()
  return (
    <Badge color={colors[state]} variant="filled" miw="max-content">
      {t(`adminAnnouncements.states.${state}`)}
    </Badge>
  )
}
