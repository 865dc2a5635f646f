import { Button, Group, Pagination, Stack, Table, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { AnnouncementAudience } from '#contract/announcement.ts'
import { useListPage } from '#web/admin/shared/use-list-page.ts'
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
  const { page: found, loading } = useListPage({
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
          <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label={t('adminAnnouncements.recipients')}>
            <Table aria-busy={loading}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('adminAnnouncements.email')}</Table.Th>
                  <Table.Th>{t('adminAnnouncements.name')}</Table.Th>
                  <Table.Th>{t('adminAnnouncements.language')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {found.rows.map(({ email, name, lang: own, unsubscribed: isSkipped }) => (
                  <Table.Tr key={email}>
                    <Table.Td>
                      <bdi dir="ltr">{email}</bdi>
                      {isNews && isSkipped ? (
                        <Text span size="sm" c="dimmed">
                          {' '}
                          · {t('adminAnnouncements.deliveryStates.unsubscribed')}
                        </Text>
                      ) : null}
                    </Table.Td>
                    <Table.Td>
                      <bdi>{name}</bdi>
                    </Table.Td>
                    <Table.Td>{t(`adminAnnouncements.languages.${own ?? 'both'}`)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
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
