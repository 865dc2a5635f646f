import { Group, Pagination, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { listTeamIdsOfSlot } from '#contract/event/printed-pages.ts'
import type { AdminScheduleSlot, Schedule } from '#contract/event/schedule/schedule.schema.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { cleanText } from '#contract/platform/text.ts'
import { toDateTimeInTimeZone } from '#contract/platform/time-zone.ts'
import { type StackedColumn, StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useRootData } from '#web/shared/language.ts'
import { searchEventTeams } from '#web/shared/people/teams/search-event-teams.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconSearch } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { DayAndTableFilters } from './slot-filters.tsx'
import { useScheduleNameFormatters } from './use-schedule.ts'

const slotsPerPage = 100

type Props = {
  schedule: Schedule
  columns: readonly [StackedColumn<AdminScheduleSlot>, ...StackedColumn<AdminScheduleSlot>[]]
}

type Filter = { day: string | null; table: string | null; search: string; page: number }

/**
 * Shows the slots of a schedule by day, 100 at a time. A longer schedule can be limited to a day and a table,
 * and searched by team.
 */
export function PagedScheduleTable({ schedule, columns }: Props) {
  const { slots, teams, pairings } = schedule
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const { timeZone } = useRootData()
  const { nameTeams } = useScheduleNameFormatters(schedule)
  const [filter, setFilter] = useState<Filter>({ day: null, table: null, search: '', page: 1 })
  const set = (changed: Partial<Filter>) => setFilter({ ...filter, page: 1, ...changed })
  const getDay = ({ startsAt }: AdminScheduleSlot) =>
    toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(0, 10)
  const firstSlotByDay = new Map(slots.toReversed().map((slot) => [getDay(slot), slot]))
  const formatDay = (day: string) => formatDate(firstSlotByDay.get(day)?.startsAt ?? null)
  const tables = [...new Set(slots.map(({ table }) => table))]
  const wanted = normalizeSearchText(cleanText(filter.search, 'name'))
  const foundIds = new Set(searchEventTeams(teams, filter.search).map(({ id }) => id))
  const isFound = (slot: AdminScheduleSlot) =>
    wanted === '' ||
    listTeamIdsOfSlot(pairings, slot).some((id) => foundIds.has(id)) ||
    // a match whose teams are not known yet is named by where they come from
    (slot.teamId === null && normalizeSearchText(nameTeams(slot)).includes(wanted))
  const shown = slots.filter(
    (slot) =>
      (filter.day === null || getDay(slot) === filter.day) &&
      (filter.table === null || slot.table === filter.table) &&
      isFound(slot),
  )
  const pageCount = Math.max(1, Math.ceil(shown.length / slotsPerPage))
  // a change may leave fewer pages
  const page = Math.min(filter.page, pageCount)
  const rows = shown.slice((page - 1) * slotsPerPage, page * slotsPerPage)
  return (
    <Stack>
      {slots.length > slotsPerPage ? (
        <Group align="flex-end">
          <TextInput
            type="search"
            dir="auto"
            style={{ flex: '1 1 200px' }}
            leftSection={<IconSearch size={18} />}
            label={t('adminJudging.schedule.filter.search')}
            value={filter.search}
            maxLength={100}
            autoComplete="off"
            onChange={(change) => set({ search: change.currentTarget.value })}
          />
          <DayAndTableFilters
            days={[...firstSlotByDay.keys()].toSorted()}
            tables={tables}
            value={filter}
            onChange={set}
          />
          <Text role="status" size="sm" pb={8}>
            {t('adminJudging.schedule.count', { count: shown.length })}
          </Text>
        </Group>
      ) : null}
      {[...Map.groupBy(rows, getDay)].map(([day, slotsOfDay]) => (
        <section key={day}>
          <Title order={2} size="h5">
            {formatDay(day)}
          </Title>
          <StackedTable
            label={`${t('adminJudging.tabs.schedule')}: ${formatDay(day)}`}
            minWidth={560}
            rows={slotsOfDay}
            getKey={({ id }) => id}
            columns={columns}
          />
        </section>
      ))}
      {pageCount > 1 ? (
        <Pagination
          total={pageCount}
          value={page}
          onChange={(to) => setFilter({ ...filter, page: to })}
          gap={4}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous'),
          })}
        />
      ) : null}
    </Stack>
  )
}
