import { ActionIcon, Anchor, Group, Stack, Text, Tooltip } from '@mantine/core'
import { Link } from 'react-router'
import type { EventListRow } from '#contract/event/event.schema.ts'
import { type EventFlag, eventStates } from '#contract/event/event.ts'
import { listNewlyMissingRequiredEventTexts } from '#contract/event/event-rules.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { languages } from '#i18n/languages.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { useConfirmationDialog } from '#web/admin/shared/dialog.tsx'
import { InstantSaveSwitchCell } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toEventFieldErrors } from '#web/shared/api/admin/events.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { callApi, requestApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { getEventCoverOrFallbackUrl } from '#web/shared/ui/event-card.tsx'
import { IconExternalLink, IconEye } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './event-list.module.css'
import { formatEventFieldNames, listEmptyOptionalEventParts, toEventFormValues } from './event-values.ts'
import { DraftOrPublishedBadge } from './published-badge.tsx'

/** Shows the list of events in the back office. The flags of an event are switches in its row. */
function EventList() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDate } = useDateFormat()
  const other = lang === 'ar' ? 'en' : 'ar'
  const list = useLoadedListWithUrlQuery<EventListRow>({
    pageSizes: pageSizes.long,
    sortKeys: listSortKeys.events,
    filters: ['state'],
    load: async ({ page, perPage, search, sort, filters }, signal) => {
      const state = eventStates.find((each) => each === filters.state)
      const found = await adminApi.events.list({ page, perPage, search, sort, state }, signal)
      return { rows: found.events, total: found.total }
    },
  })
  /** Sets a flag. The error of a draft that cannot be published names the missing texts. */
  const toggle = async (id: string, name: EventFlag, value: boolean) => {
    try {
      return await adminApi.events.toggle(id, name, value)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'form-incomplete') throw error
      const fields = Object.keys(toEventFieldErrors(error))
      throw new ApiError(
        error.status,
        error.code,
        t('adminEvents.publishMissing', { fields: formatEventFieldNames(t, lang, fields) }),
      )
    }
  }
  const exportCsv = async () => {
    const query = { download: true, format: 'csv', s: list.query.search } as const
    return (await requestApi('GET /api/admin/events?download', { query })).blob()
  }
  const { ask, dialog } = useConfirmationDialog()
  /** Asks before drafts with empty sections are published. */
  const confirmPublishing = async (rows: readonly EventListRow[]): Promise<boolean> => {
    const lines: string[] = []
    for (const { id } of rows.filter(({ active }) => !active)) {
      const event = await adminApi.events.one(id)
      const empty = listEmptyOptionalEventParts(toEventFormValues(event), event)
      // the server refuses a draft without its required texts
      if (empty.length > 0 && listNewlyMissingRequiredEventTexts(event).length === 0)
        lines.push(
          `${isolateText(getEventTitleWithFallback(event.title, lang), lang)}: ${formatEventFieldNames(t, lang, empty)}`,
        )
    }
    return (
      lines.length === 0 ||
      ask({
        title: t('adminEvents.publishTitle'),
        text: t('adminEvents.emptyPartsOfEvents'),
        lines,
        action: t('adminEvents.publish'),
      })
    )
  }
  const set = async (id: string, name: EventFlag, value: boolean) => {
    await toggle(id, name, value)
    const changed =
      name === 'live'
        ? { live: value, liveMode: value ? ('on' as const) : ('off' as const) }
        : { [name]: value }
    list.updateRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...changed } : row)))
    void list.reload()
  }
  const getTitle = ({ title }: Pick<EventListRow, 'title'>) => getEventTitleWithFallback(title, lang)
  const formatLevel = ({ missionType }: EventListRow) =>
    missionType === null ? t('allLevels') : t(`missionType.${missionType}`)
  const number = new Intl.NumberFormat(languages[lang].locale)
  const switchColumn = (name: EventFlag): Column<EventListRow> => ({
    key: name,
    title: t(`adminEvents.fields.${name}`),
    text: (row) => row[name],
    render: (row) => (
      <Stack gap={4}>
        <InstantSaveSwitchCell
          label={`${t(`adminEvents.fields.${name}`)}: ${getTitle(row)}`}
          value={row[name]}
          isDisabled={row.isReadOnly}
          {...(name === 'active'
            ? { confirm: async (isActive: boolean) => !isActive || confirmPublishing([row]) }
            : {})}
          onChange={(value) => set(row.id, name, value)}
        />
        {name === 'live' && row.liveMode === 'by-date' ? (
          <Text size="xs" c="dimmed" className={styles.noWrap}>
            {t('adminEvents.liveModes.by-date')}
          </Text>
        ) : null}
      </Stack>
    ),
  })
  const date = (iso: string | null) =>
    iso ? <bdi className={styles.noWrap}>{formatCalendarDate(iso, lang)}</bdi> : '–'
  const columns: Column<EventListRow>[] = [
    {
      key: 'cover',
      title: t('adminEvents.cover'),
      render: (event) => (
        <img
          className={styles.cover}
          src={getEventCoverOrFallbackUrl(event)}
          alt=""
          width={72}
          height={40}
          loading="lazy"
        />
      ),
    },
    {
      key: 'title',
      title: t('adminEvents.fields.title'),
      text: getTitle,
      render: ({ id, title, active }) => (
        <Stack gap={0} miw={{ base: 0, xl: 280 }} maw={360}>
          <Group gap="xs">
            <Anchor component={Link} to={`/admin/events/${id}`} fw={600}>
              <Bdi>{getTitle({ title })}</Bdi>
            </Anchor>
            {active ? null : <DraftOrPublishedBadge isPublished={false} />}
          </Group>
          {title[lang] ? (
            <Text size="sm" c="dimmed" lang={other} lineClamp={1}>
              <Bdi>{title[other]}</Bdi>
            </Text>
          ) : null}
        </Stack>
      ),
    },
    {
      key: 'dates',
      title: t('adminEvents.dates'),
      noWrap: true,
      text: ({ startDate, endDate }) =>
        [startDate, endDate].map((iso) => iso?.slice(0, 10) ?? '').join(' – '),
      render: ({ startDate, endDate }) => (
        <Stack gap={0}>
          {date(startDate)}
          {date(endDate)}
        </Stack>
      ),
    },
    {
      key: 'missionType',
      title: t('adminEvents.fields.missionType'),
      text: formatLevel,
      render: formatLevel,
    },
    {
      key: 'eventCode',
      title: t('adminEvents.fields.eventCode'),
      hidden: true,
      text: ({ eventCode }) => eventCode,
      render: ({ eventCode }) => <bdi dir="ltr">{eventCode}</bdi>,
    },
    {
      key: 'entries',
      title: t('adminEvents.entries'),
      number: true,
      text: ({ entryCount }) => entryCount,
      render: ({ entryCount }) => number.format(entryCount),
    },
    switchColumn('trending'),
    switchColumn('live'),
    switchColumn('active'),
    {
      key: 'changed',
      title: t('adminEvents.changed'),
      hidden: true,
      noWrap: true,
      render: ({ updatedAt }) => formatDate(updatedAt),
    },
  ]
  return (
    <>
      <RecordListWithToolbarAndActions
        name="events"
        entity="event"
        list={list}
        columns={columns}
        getName={getTitle}
        addPath="/admin/events/new"
        getEditPath={({ id }) => `/admin/events/${id}/edit`}
        isReadOnly={({ isReadOnly }) => isReadOnly}
        actions={({ id, slug, title, active }) => (
          <Tooltip label={t(active ? 'adminEvents.viewOnSite' : 'adminEvents.preview')}>
            <ActionIcon
              component="a"
              href={active ? `/events/${slug}/` : `/admin/events/${id}/preview`}
              variant="subtle"
              size={36}
              aria-label={`${t(active ? 'adminEvents.viewOnSite' : 'adminEvents.preview')}: ${getTitle({ title })}`}
            >
              {active ? <IconExternalLink size={20} /> : <IconEye size={20} />}
            </ActionIcon>
          </Tooltip>
        )}
        exportCsv={exportCsv}
        remove={(id) => callApi('DELETE /api/admin/events', { query: { id } })}
        restore={(id) => callApi('POST /api/admin/events/restore', { json: { id } })}
        deletedRecords={adminApi.events.deleted}
        activate={(id, value) => toggle(id, 'active', value)}
        confirmActivation={confirmPublishing}
        activateLabels={{ on: t('adminEvents.publish'), off: t('adminEvents.unpublish') }}
        filters={[
          {
            name: 'state',
            label: t('adminEvents.fields.active'),
            options: eventStates.map((value) => ({ value, label: t(`adminEvents.states.${value}`) })),
          },
        ]}
      />
      {dialog}
    </>
  )
}

export default function AdminEventsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.event.many')} · ${t('name')}`}</title>
      <EventList />
    </>
  )
}
