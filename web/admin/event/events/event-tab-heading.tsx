import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { EventHeading } from '#contract/event/event.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import type { EventTabName } from '#web/admin/navigation.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './event-layout.module.css'

/**
 * Returns the event whose page is open. Only for pages and parts of pages below `event-layout.tsx`, which
 * loads it.
 */
export const useOpenedEvent = (): EventHeading => useOutletContext<EventHeading>()

/**
 * Shows the heading of a tab of an event, with its buttons, and sets the title of the document. It is not
 * printed.
 */
export function EventTabHeadingAndDocumentTitle({
  tab,
  children,
}: {
  tab: EventTabName
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const { title } = useOpenedEvent()
  const name = t(`adminEvents.tabs.names.${tab}`)
  return (
    <Group justify="space-between" className={styles.screenOnly}>
      <title>{`${name}: ${getEventTitleWithFallback(title, lang)} · ${t('name')}`}</title>
      <Title order={2} size="h3">
        {name}
      </Title>
      {children ? <Group>{children}</Group> : null}
    </Group>
  )
}
