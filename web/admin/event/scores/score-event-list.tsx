import { Anchor, Button, Pagination, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import type { EventPage } from '#web/shared/api/admin/events.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconPlus, IconSearch } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'

const perPage = 25

/**
 * Shows the list of events with links to their scores or judges. The link to the judges leads users without
 * the permission `results` to the check-in.
 */
export function ScoreOrJudgingEventList({
  initial,
  target = 'scores',
}: {
  initial: EventPage
  target?: 'scores' | 'judging'
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const maySeeResults = useHasPermission('results')
  const tab = target === 'scores' ? 'scores' : maySeeResults ? 'judges' : 'teams'
  const canAddEvents = useHasPermission('content')
  const [page, setPage] = useState(initial)
  const [query, setQuery] = useState({ page: 1, search: '' })
  const [debouncedQuery] = useDebouncedValue(query, 250)
  const isFirst = useRef(true)

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const controller = new AbortController()
    adminApi.events
      .list({ ...debouncedQuery, perPage }, controller.signal)
      .then(setPage)
      .catch(() => {
        if (!controller.signal.aborted) toast.error(t('messages.loadFailed'))
      })
    return () => controller.abort()
  }, [debouncedQuery, t])

  return (
    <Stack>
      <Title order={1} size="h2">
        {t(target === 'scores' ? 'adminEntities.score.many' : 'adminJudging.open')}
      </Title>
      <Text>{t(target === 'scores' ? 'adminScores.choose' : 'adminJudging.choose')}</Text>
      <TextInput
        type="search"
        dir="auto"
        leftSection={<IconSearch size={18} />}
        aria-label={t('adminScores.searchEvents')}
        placeholder={t('adminScores.searchEvents')}
        value={query.search}
        maxLength={200}
        onChange={(change) => setQuery({ page: 1, search: change.currentTarget.value })}
      />
      {page.events.length === 0 ? (
        <Stack align="center" ta="center" py="xl">
          <Text>{t(debouncedQuery.search ? 'adminScores.noEvents' : 'adminScores.addEventFirst')}</Text>
          {!debouncedQuery.search && canAddEvents ? (
            <Button component={Link} to="/admin/events/new" leftSection={<IconPlus size={18} aria-hidden />}>
              {t('adminEntities.event.empty.add')}
            </Button>
          ) : null}
        </Stack>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('adminScores.event')}</Table.Th>
              <Table.Th ta="end">{t('adminScores.entries')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {page.events.map((event) => (
              <Table.Tr key={event.id}>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/admin/events/${event.id}/${event.isReadOnly ? 'teams' : tab}`}
                    fw={600}
                  >
                    <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
                  </Anchor>
                </Table.Td>
                <Table.Td ta="end">{formatNumber(event.entryCount, lang)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {page.total > perPage ? (
        <Pagination
          total={Math.ceil(page.total / perPage)}
          value={query.page}
          onChange={(page) => setQuery({ ...query, page })}
          gap={4}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous'),
          })}
        />
      ) : null}
    </Stack>
  )
}
