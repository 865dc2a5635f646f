import { Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { AnnouncementAudience } from '#contract/announcement.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useLoadedListPage } from '#web/admin/shared/use-url-list.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

const perPage = 10

/** Shows the number of people whom an announcement would reach now, and lists them. */
export function AudiencePanel({ audience, isNews }: { audience: AnnouncementAudience; isNews: boolean }) {
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
  const { page: found } = useLoadedListPage({
    query: { ...audience, page, perPage },
    load: async (query, signal) => {
      const reply = await adminApi.announcements.audience(query, query, signal)
      setUnsubscribed(reply.unsubscribed)
      return { rows: reply.rows, total: reply.total }
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
          <Button variant="default" size="xs" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
            {t(open ? 'adminAnnouncements.hideList' : 'adminAnnouncements.showList')}
          </Button>
        ) : null}
      </Group>
      {isNews && unsubscribed > 0 ? (
        <Text size="sm">{t('adminAnnouncements.unsubscribed', { count: unsubscribed, formatted: formatNumber(unsubscribed, lang) })}</Text>
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
                    <bdi dir="ltr">{email}</bdi>
                    {isNews && isSkipped ? (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        · {t('adminAnnouncements.deliveryStates.unsubscribed')}
                      </Text>
                    ) : null}
                  </>
                ),
              },
              { title: t('adminAnnouncements.name'), render: ({ name }) => <bdi>{name}</bdi> },
              { title: t('adminAnnouncements.language'), render: ({ lang: own }) => t(`adminAnnouncements.languages.${own ?? 'both'}`) },
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
