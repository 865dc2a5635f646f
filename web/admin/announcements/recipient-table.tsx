import { Button, Group, Pagination, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { type Announcement, type DeliveryState, deliveryStates } from '#contract/announcement.ts'
import { useListPage } from '#web/admin/shared/use-list-page.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const perPage = 25

/** Shows the recipients of an announcement with the state of their delivery, filtered by it. */
export function RecipientTable({ announcement: { id, deliveries }, onReload }: { announcement: Announcement; onReload: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [query, setQuery] = useState<{ state: DeliveryState | ''; page: number }>({ state: '', page: 1 })
  const setPage = (page: number) => setQuery({ ...query, page })
  const { page, loading, reload } = useListPage({
    query: { ...query, perPage },
    load: ({ state, ...paging }, signal) => adminApi.announcements.recipients(id, { ...paging, ...(state ? { state } : {}) }, signal),
    isEnabled: true,
    setPage,
  })
  const shownStates = deliveryStates.filter((state) => deliveries?.[state])
  const total = shownStates.reduce((sum, state) => sum + (deliveries?.[state] ?? 0), 0)
  const formatCount = (label: string, count: number) => `${label} (${formatNumber(count, lang)})`
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          value={query.state}
          onChange={(state) => setQuery({ state: state as DeliveryState | '', page: 1 })}
          data={[
            { value: '', label: formatCount(t('adminAnnouncements.all'), total) },
            ...shownStates.map((state) => ({
              value: state,
              label: formatCount(t(`adminAnnouncements.deliveryStates.${state}`), deliveries?.[state] ?? 0),
            })),
          ]}
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => {
            void reload()
            onReload()
          }}
        >
          {t('admin.list.reload')}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label={t('adminAnnouncements.recipients')}>
        <Table aria-busy={loading}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('adminAnnouncements.email')}</Table.Th>
              <Table.Th>{t('adminAnnouncements.name')}</Table.Th>
              <Table.Th>{t('adminAnnouncements.language')}</Table.Th>
              <Table.Th>{t('adminAnnouncements.state')}</Table.Th>
              <Table.Th>{t('adminAnnouncements.at')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {page?.rows.map((recipient) => (
              <Table.Tr key={recipient.id}>
                <Table.Td>
                  <bdi dir="ltr">{recipient.email}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{recipient.name}</bdi>
                </Table.Td>
                <Table.Td>{t(`adminAnnouncements.languages.${recipient.lang ?? 'both'}`)}</Table.Td>
                <Table.Td>{t(`adminAnnouncements.deliveryStates.${recipient.state}`)}</Table.Td>
                <Table.Td>{formatDateTime(recipient.at)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {page && page.total > perPage ? (
        <Pagination
          total={Math.ceil(page.total / perPage)}
          value={query.page}
          onChange={setPage}
          gap={4}
          getControlProps={(control) => ({ 'aria-label': t(`admin.list.${control}`) })}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {t('adminAnnouncements.deliveryHint')} {t('adminAnnouncements.retention')}
      </Text>
    </Stack>
  )
}
