import { Alert, Anchor, Group, Stack, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import type { EventHeading } from '#contract/event/event.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import {
  buildEventTabPath,
  findEventTab,
  findNavigationEntry,
  listPermittedEventTabs,
} from '#web/admin/navigation.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import type { Route } from './+types/event-layout.ts'
import styles from './event-layout.module.css'
import { DraftOrPublishedBadge } from './published-badge.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) =>
  (await callApi('GET /api/admin/events/:eventId', { params: { eventId: params.id as string } })).event

/**
 * Loads the event again for another event, and when a page reloads its data after a change. Another tab is no
 * reason.
 */
export const shouldRevalidate = ({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) => currentParams.id !== nextParams.id || currentUrl.href === nextUrl.href

/**
 * Shows the links of the tabs that the user may open; that of the open page is in view on a phone, where they
 * scroll sideways.
 */
function EventTabs({ event }: { event: EventHeading }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const user = useSessionUser()
  const list = useRef<HTMLUListElement>(null)
  const current = findEventTab(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is current when the tab changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav aria-label={t('adminEvents.tabs.label')}>
      <ul ref={list} className={styles.tabs}>
        {(user ? listPermittedEventTabs(user, event) : []).map((tab) => {
          const path = buildEventTabPath(event.id, tab)
          return (
            <li key={tab.name}>
              <Link
                to={path}
                className={styles.tab ?? ''}
                aria-current={
                  tab === current ? (pathname.replace(/\/$/, '') === path ? 'page' : 'true') : undefined
                }
              >
                {t(`adminEvents.tabs.names.${tab.name}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Shows the title, the state and the tabs of an event above its pages. */
export default function EventLayout({ loaderData: event }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const { pathname } = useLocation()
  const user = useSessionUser()
  const mayEdit = useHasPermission('content') && !event.isReadOnly
  const formPath = `/admin/events/${event.id}/edit`
  const isFormOpen = pathname.startsWith(formPath)
  const listPath = user && findNavigationEntry(pathname, user)?.to
  return (
    <Stack gap="lg">
      <div className={styles.screenOnly}>
        {listPath ? (
          <Anchor component={Link} to={listPath} size="sm">
            {t('adminEvents.tabs.back')}
          </Anchor>
        ) : null}
        <Group gap="sm" mb="sm">
          <Title order={1} size="h2">
            <Bdi>{getEventTitleWithFallback(event.title, i18n.language)}</Bdi>
          </Title>
          <DraftOrPublishedBadge isPublished={event.active} />
          {event.active ? (
            <Anchor
              href={`/events/${event.slug}/${i18n.language === 'ar' ? '?lang=ar' : ''}`}
              underline="always"
            >
              {t('adminEvents.viewOnSite')}
            </Anchor>
          ) : null}
        </Group>
        <EventTabs event={event} />
        {event.isReadOnly ? <Alert mt="md">{t('adminEvents.readOnlyForRegions')}</Alert> : null}
        {event.hasChosenLevel || event.missionType === null || !mayEdit ? null : (
          <Alert color="yellow" mt="md" title={t('adminEvents.level.question')}>
            {t('adminEvents.level.asked', { level: t(`missionType.${event.missionType}`) })}{' '}
            {isFormOpen ? null : (
              <Anchor inherit component={Link} underline="always" to={formPath}>
                {t('adminEvents.level.choose')}
              </Anchor>
            )}
          </Alert>
        )}
      </div>
      <Outlet key={event.id} context={event} />
    </Stack>
  )
}
