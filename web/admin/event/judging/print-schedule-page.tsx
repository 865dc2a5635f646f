import { Anchor, Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { listTeamIdsOfSlot } from '#contract/event/printed-pages.ts'
import type { AdminScheduleSlot, EventTeam, Schedule } from '#contract/event/schedule/schedule.schema.ts'
import { areSlotsOnSeveralDays } from '#contract/event/schedule/slot-times.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { toDateTimeInTimeZone } from '#contract/platform/time-zone.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/print-schedule-page.ts'
import styles from './judging.module.css'
import { useScheduleNameFormatters } from './use-schedule.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  callApi('GET /api/admin/events/:eventId/schedule', { params: { eventId: params.id } })

/**
 * Returns a function that calls `render` with the slots of each day, in the time zone of the site, and the
 * name of the day.
 */
const useDayMapper = () => {
  const { timeZone } = useRootData()
  const { formatDate } = useDateFormat()
  return <T,>(
    slots: readonly AdminScheduleSlot[],
    render: (slotsOfDay: readonly AdminScheduleSlot[], day: string) => T,
  ): T[] =>
    [
      ...Map.groupBy(slots, ({ startsAt }) =>
        toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(0, 10),
      ).values(),
    ].map((slotsOfDay) => render(slotsOfDay, formatDate(slotsOfDay[0]?.startsAt ?? null)))
}

function SlotTime({ startsAt }: { startsAt: string }) {
  const { timeZone } = useRootData()
  return <bdi dir="ltr">{toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(11, 16)}</bdi>
}

/** Shows the runs or matches at each table, one table on a page. */
function TablePages({ schedule }: { schedule: Schedule }) {
  const { event, slots } = schedule
  const { t } = useTranslation()
  const lang = useLang()
  const mapDays = useDayMapper()
  const { context, nameTeams } = useScheduleNameFormatters(schedule)
  const tables = [...Map.groupBy(slots, ({ table }) => table)].toSorted(([one], [other]) =>
    one.localeCompare(other, lang, { numeric: true }),
  )
  return tables.map(([table, ofTable]) => (
    <section key={table} className={styles.tablePage}>
      <Text>
        <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
      </Text>
      <Title order={3} size="h3">
        {t('adminJudging.schedule.print.atTable', { table })}
      </Title>
      {mapDays(ofTable, (ofDay, day) => (
        <div key={day}>
          <Title order={4} size="h5">
            {day}
          </Title>
          <table className={styles.printTable}>
            <thead>
              <tr>
                <th scope="col">{t('adminJudging.schedule.columns.time')}</th>
                <th scope="col">{t('adminJudging.schedule.columns.round', context)}</th>
                <th scope="col">{t('adminJudging.schedule.team', context)}</th>
              </tr>
            </thead>
            <tbody>
              {ofDay.map((slot) => (
                <tr key={slot.id}>
                  <td>
                    <SlotTime startsAt={slot.startsAt} />
                  </td>
                  <td>{slot.round}</td>
                  <td>{nameTeams(slot)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  ))
}

/** Shows the runs or matches of each team in columns. */
function TeamList({ schedule }: { schedule: Schedule }) {
  const { event, slots, teams, pairings } = schedule
  const { t } = useTranslation()
  const lang = useLang()
  const mapDays = useDayMapper()
  const { context } = useScheduleNameFormatters(schedule)
  const slotsByTeam = new Map(
    teams
      .map(({ id }) => [id, slots.filter((slot) => listTeamIdsOfSlot(pairings, slot).includes(id))] as const)
      .filter(([, ofTeam]) => ofTeam.length > 0),
  )
  const hasSeveralDays = areSlotsOnSeveralDays(slots, useRootData().timeZone)
  const renderTeam = ({ id, teamNo, name, schoolName }: EventTeam) => (
    <li key={id} className={styles.teamRuns}>
      <strong>
        {teamNo} · <Bdi>{name}</Bdi>
      </strong>
      <Text size="sm">
        <Bdi>{schoolName}</Bdi>
      </Text>
      {mapDays(slotsByTeam.get(id) ?? [], (ofDay, day) => (
        <div key={day}>
          {hasSeveralDays ? <Text size="sm">{day}</Text> : null}
          {ofDay.map((slot) => (
            <div key={slot.id}>
              <SlotTime startsAt={slot.startsAt} /> ·{' '}
              {t('adminJudging.schedule.print.run', { ...context, round: slot.round })} ·{' '}
              {t('adminJudging.schedule.print.atTable', { table: slot.table })}
            </div>
          ))}
        </div>
      ))}
    </li>
  )
  return (
    <section>
      <Title order={3} size="h3">
        <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
      </Title>
      {hasSeveralDays ? null : mapDays(slots, (_, day) => <Text key={day}>{day}</Text>)}
      <ul className={styles.teamColumns}>{teams.filter(({ id }) => slotsByTeam.has(id)).map(renderTeam)}</ul>
    </section>
  )
}

/** Shows the schedule of an event to print, by table or by team. The URL has the order. */
export default function PrintSchedulePage({ loaderData }: Route.ComponentProps) {
  const { isUnplayed } = useScheduleNameFormatters(loaderData)
  const schedule = { ...loaderData, slots: loaderData.slots.filter((slot) => !isUnplayed(slot)) }
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const isByTeam = address.get('by') === 'team'
  const { event, slots } = schedule
  return (
    <Stack>
      <title>{`${t('adminJudging.schedule.print.title')} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${event.id}/schedule`} size="sm">
          {t('adminJudging.schedule.print.back')}
        </Anchor>
        <Group justify="space-between">
          <Title order={2} size="h3">
            {t('adminJudging.schedule.print.title')}
          </Title>
          <Group>
            <SegmentedControl
              aria-label={t('adminJudging.schedule.print.by')}
              value={isByTeam ? 'team' : 'table'}
              data={(['table', 'team'] as const).map((value) => ({
                value,
                label: t(`adminJudging.schedule.print.${value}`),
              }))}
              onChange={(by) =>
                setAddress(by === 'team' ? { by } : {}, { replace: true, preventScrollReset: true })
              }
            />
            <Button
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
              disabled={slots.length === 0}
            >
              {t('adminJudging.schedule.print.now')}
            </Button>
          </Group>
        </Group>
        {slots.length === 0 ? <Text py="xl">{t('adminJudging.schedule.none')}</Text> : null}
      </div>
      {slots.length === 0 ? null : isByTeam ? (
        <TeamList schedule={schedule} />
      ) : (
        <TablePages schedule={schedule} />
      )}
    </Stack>
  )
}
