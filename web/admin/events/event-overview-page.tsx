import { Anchor, List, Stack, Text } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatCalendarDate, formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { buildEventTabPath, type EventTabName, listOpenEventTabs } from '../navigation.ts'
import { useHasPermission } from '../shared/use-has-permission.ts'
import { useLoadedValue } from '../shared/use-loaded-value.ts'
import { EventTabHeading } from './event-tab-heading.tsx'
import { useOpenedEvent } from './use-opened-event.ts'

/** Loads what waits for organizers; nothing for a user without the permission `results`. */
const loadWaiting = async (eventId: string, maySeeResults: boolean) => {
  if (!maySeeResults) return undefined
  const [{ openCount }, { reviews }] = await Promise.all([adminApi.protests.getSettings(eventId), adminApi.judges.listReviews(eventId)])
  return { protests: openCount, sheets: reviews.filter(({ status }) => status === 'waiting').length }
}

/** Shows the dates of an event, and its tabs with what waits in them. */
function EventOverview() {
  const { t } = useTranslation()
  const lang = useLang()
  const event = useOpenedEvent()
  const tabs = listOpenEventTabs(useSessionUser()?.permissions ?? [])
  const maySeeResults = useHasPermission('results')
  const waiting = useLoadedValue(() => loadWaiting(event.id, maySeeResults), `${event.id} ${maySeeResults}`)
  const count = (value: number) => ({ count: value, formatted: formatNumber(value, lang) })
  const notes: Partial<Record<EventTabName, string>> = {
    scores: t('scores.count', count(event.entryCount)),
    ...(waiting ? { protests: t('adminProtests.openCount', count(waiting.protests)) } : {}),
    ...(waiting && waiting.sheets > 0 ? { judges: t('adminPublishing.waitingSheets', count(waiting.sheets)) } : {}),
  }
  const dates = [event.startDate, event.endDate].flatMap((date) => (date ? [formatCalendarDate(date, lang)] : []))
  return (
    <Stack>
      <EventTabHeading tab="overview" />
      <Text>
        {t('adminEvents.dates')}: {dates.length > 0 ? dates.map((date) => `\u2068${date}\u2069`).join(' – ') : t('adminEvents.noDates')}
      </Text>
      <List spacing="xs" listStyleType="none">
        {tabs
          .filter(({ name }) => name !== 'overview')
          .map((tab) => (
            <List.Item key={tab.name}>
              <Anchor component={Link} to={buildEventTabPath(event.id, tab)} fw={600}>
                {t(`adminEvents.tabs.names.${tab.name}`)}
              </Anchor>
              {notes[tab.name] ? <Text size="sm">{notes[tab.name]}</Text> : null}
            </List.Item>
          ))}
      </List>
    </Stack>
  )
}

/** Shows the overview of an event. Users who may not see it are led to the first tab that they may open. */
export default function EventOverviewPage() {
  const { id } = useOpenedEvent()
  const [first] = listOpenEventTabs(useSessionUser()?.permissions ?? [])
  return first && first.name !== 'overview' ? <Navigate replace to={buildEventTabPath(id, first)} /> : <EventOverview />
}
