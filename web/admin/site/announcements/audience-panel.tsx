import { Alert, Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { EventListRow } from '#contract/event/event.schema.ts'
import { estimateSendingSeconds } from '#contract/platform/email-queue.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import type { AudienceQueue } from '#contract/site/announcement.schema.ts'
import { type AnnouncementAudience, audienceGroups } from '#contract/site/announcement.ts'
import { formatList, joinTexts } from '#i18n/text-direction.ts'
import { loadTeamFieldChoices, type TeamFieldChoices } from '#web/admin/people/teams/team-field-choices.ts'
import { formatRoughDuration } from '#web/admin/shared/format-duration.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListPageWithErrorToast } from '#web/admin/shared/use-url-list.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

/** The options for the recipients of an announcement. */
export type AudienceChoices = TeamFieldChoices & { events: Pick<EventListRow, 'id' | 'title'>[] }

/** How many of the newest events can be chosen. */
const maxEvents = 200

/** Loads the options for the recipients of an announcement. */
export const loadAudienceChoices = async (): Promise<AudienceChoices> => {
  const [choices, { events }] = await Promise.all([
    loadTeamFieldChoices(),
    adminApi.events.list({ perPage: maxEvents }),
  ])
  return { ...choices, events }
}

type AudienceField = 'eventId' | 'competitionId' | 'stage' | 'regionId' | 'paid'
type AudienceFieldOptions = { name: AudienceField; label: string; data: { value: string; label: string }[] }

/**
 * Returns the fields that choose an audience with their options, and a function that describes an audience. The regions
 * are those of `regionIds`, the limit of the announcement; null without a limit.
 */
export const useAudienceFieldsAndFormatter = (
  { competitions, regions, stages, events }: AudienceChoices,
  regionIds: RegionLimit,
) => {
  const { t } = useTranslation()
  const lang = useLang()
  const all = { value: '', label: t('adminAnnouncements.all') }
  const fields: AudienceFieldOptions[] = [
    {
      name: 'eventId',
      label: t('adminAnnouncements.event'),
      data: [
        all,
        ...events.map(({ id, title }) => ({ value: id, label: getEventTitleWithFallback(title, lang) })),
      ],
    },
    {
      name: 'competitionId',
      label: t('adminAnnouncements.competition'),
      data: [all, ...competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))],
    },
    {
      name: 'stage',
      label: t('adminAnnouncements.stage'),
      data: [all, ...stages.map((stage) => ({ value: stage, label: formatTeamStage(t, stage) }))],
    },
    {
      name: 'regionId',
      label: t('adminAnnouncements.region'),
      data: [
        all,
        ...regions
          .filter(({ id }) => regionIds?.includes(id) ?? true)
          .map(({ id, name }) => ({ value: id, label: name[lang] })),
      ],
    },
    {
      name: 'paid',
      label: t('adminAnnouncements.payment'),
      data: [
        all,
        { value: 'true', label: t('adminAnnouncements.paid') },
        { value: 'false', label: t('adminAnnouncements.unpaid') },
      ],
    },
  ]
  const describe = (audience: AnnouncementAudience): string => {
    const parts = fields.flatMap(({ name, label, data }) => {
      const value = audience[name]
      if (value === null) return []
      const found = data.find((option) => option.value === String(value))?.label
      const text = found ?? (name === 'eventId' ? t('adminAnnouncements.deletedEvent') : String(value))
      return [joinTexts([label, text], lang, ': ')]
    })
    const groups = audienceGroups
      .filter((group) => audience.groups.includes(group))
      .map((group) => t(`adminAnnouncements.groupNames.${group}`))
    return [formatList(groups, lang), ...parts].join(' · ')
  }
  return { fields, describe }
}

const perPage = 10

/** An audience, and the saved announcement whose limit it has. */
type AnnouncementRecipients = AnnouncementAudience & { id?: string | undefined }

/** Returns the query of one page of the people who would get an announcement now. */
export const toAudiencePageQuery = (
  { id, groups, eventId, competitionId, stage, regionId, paid }: AnnouncementRecipients,
  page: number,
) => ({
  announcementId: id,
  page,
  per_page: perPage,
  groups: groups.join(','),
  eventId: eventId ?? undefined,
  competitionId: competitionId ?? undefined,
  stage: stage ?? undefined,
  regionId: regionId ?? undefined,
  paid: paid ?? undefined,
})

/** Shows how long it takes to send an email to `count` people at the current rate, or that sending is paused. */
export function SendingDurationHint({ count, queue }: { count: number; queue: AudienceQueue }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { emailsPerMinute, waiting, isPaused } = queue
  if (isPaused) return <Alert color="yellow">{t('adminAnnouncements.paused')}</Alert>
  if (count === 0) return null
  const duration = formatRoughDuration(estimateSendingSeconds(count + waiting, emailsPerMinute), lang)
  return (
    <Text size="sm" c="dimmed">
      {waiting > 0
        ? t('adminAnnouncements.durationBehind', {
            duration,
            count: waiting,
            formatted: formatNumber(waiting, lang),
          })
        : t('adminAnnouncements.duration', { duration })}
    </Text>
  )
}

/** Shows the number of people whom an announcement would reach now, and lists them. */
export function AudienceRecipientsPanel({
  audience,
  isNews,
}: {
  audience: AnnouncementRecipients
  isNews: boolean
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const listId = useId()
  const [open, setOpen] = useState(false)
  const audienceKey = JSON.stringify(audience)
  // another audience begins on its first page
  const [shown, setShown] = useState({ audienceKey, page: 1 })
  const page = shown.audienceKey === audienceKey ? shown.page : 1
  const setPage = (to: number) => setShown({ audienceKey, page: to })
  const [unsubscribed, setUnsubscribed] = useState(0)
  const [queue, setQueue] = useState<AudienceQueue>()
  const { page: found } = useLoadedListPageWithErrorToast({
    query: { ...audience, page, perPage },
    load: async (query, signal) => {
      const reply = await callApi('GET /api/admin/announcements/audience', {
        query: toAudiencePageQuery(query, query.page),
        signal,
      })
      setUnsubscribed(reply.unsubscribed)
      setQueue(reply.queue)
      return { rows: reply.recipients, total: reply.totalItems }
    },
    isEnabled: true,
    setPage,
  })
  const total = found?.total ?? 0
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {found
            ? t(total === 0 ? 'adminAnnouncements.none' : 'adminAnnouncements.count', {
                count: total,
                formatted: formatNumber(total, lang),
              })
            : t('loading')}
        </Text>
        {total > 0 ? (
          <Button
            variant="default"
            size="xs"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'adminAnnouncements.hideList' : 'adminAnnouncements.showList')}
          </Button>
        ) : null}
      </Group>
      {isNews && unsubscribed > 0 ? (
        <Text size="sm">
          {t('adminAnnouncements.unsubscribed', {
            count: unsubscribed,
            formatted: formatNumber(unsubscribed, lang),
          })}
        </Text>
      ) : null}
      {found && queue ? (
        <SendingDurationHint count={isNews ? total - unsubscribed : total} queue={queue} />
      ) : null}
      <Stack id={listId} gap="sm" hidden={!open || total === 0}>
        {open && found ? (
          <StackedTable
            label={t('adminAnnouncements.recipients')}
            minWidth={480}
            rows={found.rows}
            getKey={({ email }) => email}
            columns={[
              {
                title: t('adminAnnouncements.email'),
                render: ({ email, unsubscribed: isSkipped }) => (
                  <>
                    <BreakableEmailAddress>{email}</BreakableEmailAddress>
                    {isNews && isSkipped ? (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        · {t('adminAnnouncements.deliveryStates.unsubscribed')}
                      </Text>
                    ) : null}
                  </>
                ),
              },
              { title: t('adminAnnouncements.name'), render: ({ name }) => <Bdi>{name}</Bdi> },
              {
                title: t('adminAnnouncements.language'),
                render: ({ lang: own }) => t(`adminAnnouncements.languages.${own ?? 'both'}`),
              },
            ]}
          />
        ) : null}
        {open && total > perPage ? (
          <Pagination
            total={Math.ceil(total / perPage)}
            value={page}
            onChange={setPage}
            gap={4}
            getControlProps={(control) => ({ 'aria-label': t(`admin.list.${control}`) })}
          />
        ) : null}
      </Stack>
    </Stack>
  )
}
