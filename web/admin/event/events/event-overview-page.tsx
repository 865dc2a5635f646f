import { Anchor, List, Stack, Text } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { formatEventDates } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { buildEventTabPath, listPermittedEventTabs } from '../../navigation.ts'
import { useHasPermission } from '../../shared/use-has-permission.ts'
import { LiveEventOverview } from './event-overview.tsx'
import { EventTabHeadingAndDocumentTitle, useOpenedEvent } from './event-tab-heading.tsx'

/**
 * Shows the dates of an event, then what the person in charge of its results has to know, or for others the
 * tabs that they may open.
 */
function EventOverviewTab() {
  const { t } = useTranslation()
  const lang = useLang()
  const event = useOpenedEvent()
  const user = useSessionUser()
  const tabs = user ? listPermittedEventTabs(user, event) : []
  const maySeeResults = useHasPermission('results')
  return (
    <Stack>
      <EventTabHeadingAndDocumentTitle tab="overview" />
      <Text>
        {t('adminEvents.dates')}: {formatEventDates(event, lang) || t('adminEvents.noDates')}
      </Text>
      {maySeeResults ? (
        <LiveEventOverview eventId={event.id} />
      ) : (
        <List spacing="xs" listStyleType="none">
          {tabs
            .filter(({ name }) => name !== 'overview')
            .map((tab) => (
              <List.Item key={tab.name}>
                <Anchor component={Link} to={buildEventTabPath(event.id, tab)} fw={600}>
                  {t(`adminEvents.tabs.names.${tab.name}`)}
                </Anchor>
              </List.Item>
            ))}
        </List>
      )}
    </Stack>
  )
}

/** Shows the overview of an event. Users who may not see it are led to the first tab that they may open. */
export default function EventOverviewOrRedirectPage() {
  const event = useOpenedEvent()
  const user = useSessionUser()
  const [first] = user ? listPermittedEventTabs(user, event) : []
  return first && first.name !== 'overview' ? (
    <Navigate replace to={buildEventTabPath(event.id, first)} />
  ) : (
    <EventOverviewTab />
  )
}
