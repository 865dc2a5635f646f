import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import type { Announcement } from '#contract/site/announcement.schema.ts'
import { announcementStates } from '#contract/site/announcement.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { RegionLimitText } from '#web/admin/shared/region-limit-text.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/announcements-page.ts'
import { AnnouncementStateBadge } from './announcement-state-badge.tsx'

const getEditPath = ({ id }: Announcement) => `/admin/announcements/${id}/edit`

/** Shows the list of announcements, the newest first. */
function AnnouncementList({ regions }: { regions: readonly Region[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const list = useLoadedListWithUrlQuery<Announcement>({
    pageSizes: pageSizes.short,
    filters: ['state'],
    load: async ({ page, perPage, search, filters }, signal) => {
      const query = toListQuery({ page, perPage, search, ...filters })
      const { announcements, totalItems } = await callApi('GET /api/admin/announcements', { query, signal })
      return { rows: announcements, total: totalItems }
    },
  })
  const formatDeliveries = ({ deliveries }: Announcement) => {
    if (!deliveries) return '–'
    const { unsubscribed, ...mails } = deliveries
    const total = Object.values(mails).reduce((sum, count) => sum + count, 0)
    return t('adminAnnouncements.deliveredOf', {
      sent: formatNumber(deliveries.sent, lang),
      total: formatNumber(total, lang),
    })
  }
  return (
    <RecordListWithToolbarAndActions
      name="announcements"
      entity="announcement"
      list={list}
      getName={({ subject }) => subject[lang]}
      addPath="/admin/announcements/new"
      getEditPath={getEditPath}
      columns={[
        {
          key: 'subject',
          title: t('adminAnnouncements.subject'),
          render: (announcement) => (
            <>
              <Anchor component={Link} to={getEditPath(announcement)} fw={600}>
                <Bdi>{announcement.subject[lang]}</Bdi>
              </Anchor>
              <RegionLimitText regionIds={announcement.regionIds} regions={regions} />
            </>
          ),
        },
        {
          key: 'kind',
          title: t('adminAnnouncements.kind'),
          render: ({ kind }) => t(`adminAnnouncements.kinds.${kind}`),
        },
        {
          key: 'state',
          title: t('adminAnnouncements.state'),
          render: ({ state }) => <AnnouncementStateBadge state={state} />,
        },
        {
          key: 'when',
          title: t('adminAnnouncements.when'),
          noWrap: true,
          render: ({ sentAt, scheduledAt }) => {
            const at = sentAt ?? scheduledAt
            return at ? formatDateTime(at) : '–'
          },
        },
        {
          key: 'deliveries',
          title: t('adminAnnouncements.deliveries'),
          render: (announcement) => <Text size="sm">{formatDeliveries(announcement)}</Text>,
        },
      ]}
      filters={[
        {
          name: 'state',
          label: t('adminAnnouncements.state'),
          options: announcementStates.map((value) => ({
            value,
            label: t(`adminAnnouncements.states.${value}`),
          })),
        },
      ]}
      remove={adminApi.announcements.remove}
      deleteFailedMessage={t('adminAnnouncements.onlyDrafts')}
      restore={adminApi.announcements.restore}
      deletedRecords={adminApi.announcements.deleted}
    />
  )
}

export const clientLoader = () => getBrowserApi().content.regions()

export default function AnnouncementsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.announcement.many')} · ${t('name')}`}</title>
      <AnnouncementList regions={loaderData} />
    </>
  )
}
