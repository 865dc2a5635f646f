import { Badge } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows whether an event is a draft or published. */
export function DraftOrPublishedBadge({ isPublished }: { isPublished: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge
      variant="light"
      color={isPublished ? 'green' : 'gray'}
      c="var(--mantine-color-text)"
      style={{ flexShrink: 0 }}
    >
      {t(`adminEvents.states.${isPublished ? 'published' : 'draft'}`)}
    </Badge>
  )
}
