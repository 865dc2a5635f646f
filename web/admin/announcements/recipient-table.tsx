import { Button, Group, Pagination, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { type Announcement, type DeliveryState, deliveryStates } from '#contract/announcement.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useLoadedListPage } from '#web/admin/shared/use-loaded-list-page.ts'
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
  const { page, reload } = useLoadedListPage({
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
      <StackedTable
        label={t('adminAnnouncements.recipients')}
        minWidth={560}
        rows={page?.rows ?? []}
        getKey={({ id }) => id}
        columns={[
          { title: t('adminAnnouncements.email'), render: ({ email }) => <bdi dir="ltr">{email}</bdi> },
          { title: t('adminAnnouncements.name'), render: ({ name }) => <bdi>{name}</bdi> },
          { title: t('adminAnnouncements.language'), render: ({ lang }) => t(`adminAnnouncements.languages.${lang ?? 'both'}`) },
          { title: t('adminAnnouncements.state'), render: ({ state }) => t(`adminAnnouncements.deliveryStates.${state}`) },
          { title: t('adminAnnouncements.at'), render: ({ at }) => formatDateTime(at) },
        ]}
      />
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
