import { SegmentedControl, Text, Title } from '@mantine/core'
import type { SchedulePages } from '#contract/event/print.calls.ts'
import type { SchedulePage } from '#contract/event/print.schema.ts'
import { scheduleOrders } from '#contract/event/print.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { toDateTimeInTimeZone } from '#contract/platform/time-zone.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import printStyles from '#web/admin/event/print/print.module.css'
import { PrintFilters } from '#web/admin/event/print/print-filters.tsx'
import {
  PrintOnlyButton,
  PrintPageFrame,
  readPrintChoice,
  usePrintChoiceSetter,
} from '#web/admin/event/print/print-page.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import type { Route } from './+types/print-schedule-page.ts'
import styles from './judging.module.css'
import { DayAndTableFilters, SelectFilter } from './slot-filters.tsx'
import { useScheduleNameFormatters } from './use-schedule.ts'

const choiceKeys = ['by', 'teamId', 'competitionId', 'regionId', 'table', 'day', 'round'] as const

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const choice = readPrintChoice(request.url, choiceKeys)
  const loaded = await callApi('GET /api/admin/events/:eventId/print/schedule', {
    params: { eventId: params.id },
    query: choice,
  })
  return { choice, loaded }
}

/** Returns a function that formats the time of a slot, `14:05`, in the time zone of the site. */
const useSlotTimeFormat = () => {
  const { timeZone } = useRootData()
  return (startsAt: string) => toDateTimeInTimeZone(new Date(startsAt), timeZone).slice(11, 16)
}

type TablePage = Extract<SchedulePage, { table: string }>
type TeamPage = Extract<SchedulePage, { teams: unknown }>
type PageProps<Page> = { page: Page; loaded: SchedulePages }

/** Shows runs or matches at a table on one page. */
function TablePageOnPaper({ page: { table, days }, loaded }: PageProps<TablePage>) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatTime = useSlotTimeFormat()
  const { context, nameTeams } = useScheduleNameFormatters(loaded)
  const heading = t('adminJudging.schedule.print.atTable', { table })
  return (
    <section className={styles.printedPage} data-printable>
      <Text>
        <Bdi>{getEventTitleWithFallback(loaded.event.title, lang)}</Bdi>
      </Text>
      <Title order={3} size="h3">
        {heading}
      </Title>
      <PrintOnlyButton name={heading} />
      {days.map(({ day, slots }) => (
        <div key={day}>
          <Title order={4} size="h5">
            {formatCalendarDate(day, lang)}
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
              {slots.map((slot) => (
                <tr key={`${slot.startsAt} ${slot.round} ${slot.teamId}`}>
                  <td>{formatTime(slot.startsAt)}</td>
                  <td>{slot.round}</td>
                  <td>{nameTeams(slot)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  )
}

/** Shows the runs or matches of teams in columns on one page. */
function TeamPageOnPaper({ page, loaded }: PageProps<TeamPage>) {
  const { event, options } = loaded
  const { t } = useTranslation()
  const lang = useLang()
  const formatTime = useSlotTimeFormat()
  const { context } = useScheduleNameFormatters(loaded)
  const teamById = new Map(loaded.teams.map((team) => [team.id, team]))
  const hasSeveralDays = options.days.length > 1
  const title = getEventTitleWithFallback(event.title, lang)
  const nameTeam = (team: SchedulePages['teams'][number]) => joinTexts([team.teamNo, team.name], lang)
  const first = teamById.get(page.teams[0]?.teamId ?? '')
  return (
    <section className={styles.printedPage} data-printable>
      <Title order={3} size="h3">
        <Bdi>{title}</Bdi>
      </Title>
      {hasSeveralDays
        ? null
        : options.days.map((day) => <Text key={day}>{formatCalendarDate(day, lang)}</Text>)}
      <PrintOnlyButton name={first ? nameTeam(first) : title} />
      <ul className={styles.teamColumns}>
        {page.teams.map(({ teamId, days }) => {
          const team = teamById.get(teamId)
          if (!team) return null
          return (
            <li key={teamId} className={styles.teamRuns}>
              <strong>{nameTeam(team)}</strong>
              <div>
                <Bdi>{team.schoolName}</Bdi>
              </div>
              {days.map(({ day, slots }) => (
                <div key={day}>
                  {hasSeveralDays ? <div>{formatCalendarDate(day, lang)}</div> : null}
                  {slots.map(({ startsAt, round, table }) => (
                    <div key={`${startsAt} ${round}`}>
                      {joinTexts(
                        [
                          formatTime(startsAt),
                          t('adminJudging.schedule.print.run', { ...context, round }),
                          t('adminJudging.schedule.print.atTable', { table }),
                        ],
                        lang,
                      )}
                    </div>
                  ))}
                </div>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Shows the schedule of an event to print, by table or by team. The URL has the order. */
export default function PrintSchedulePage({ loaderData: { choice, loaded } }: Route.ComponentProps) {
  const { event, pages, pageCount, options } = loaded
  const { part: _, ...selection } = choice
  const { t, tAttribute } = useTranslation()
  const { context } = useScheduleNameFormatters(loaded)
  const setChoice = usePrintChoiceSetter()
  return (
    <PrintPageFrame
      title={t('adminJudging.schedule.print.title')}
      back={{ to: `/admin/events/${event.id}/schedule`, label: t('adminJudging.schedule.print.back') }}
      pageCount={pageCount}
      part={Number(choice.part ?? 1)}
      onPart={(part) => setChoice({ part })}
      file={{ eventId: event.id, selection: { document: 'schedule', ...selection } }}
      controls={
        <SegmentedControl
          aria-label={tAttribute('adminJudging.schedule.print.by')}
          value={choice.by === 'team' ? 'team' : 'table'}
          data={scheduleOrders.map((value) => ({
            value,
            label: t(`adminJudging.schedule.print.${value}`),
          }))}
          onChange={(by) => setChoice({ by: by === 'team' ? by : null })}
        />
      }
      filters={
        options.tables.length > 0 ? (
          <PrintFilters eventId={event.id} options={options} choice={choice} onChange={setChoice}>
            <DayAndTableFilters
              className={printStyles.filter}
              days={options.days}
              tables={options.tables}
              value={choice}
              onChange={setChoice}
            />
            <SelectFilter
              className={printStyles.filter}
              label={t('adminJudging.schedule.columns.round', context)}
              data={options.rounds.map(String)}
              value={choice.round}
              onChange={(round) => setChoice({ round })}
            />
          </PrintFilters>
        ) : null
      }
      empty={t(options.tables.length > 0 ? 'adminPrint.nothing' : 'adminJudging.schedule.none')}
    >
      {pages.map((page, at) =>
        'table' in page ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a table have no key, and are replaced as a whole
          <TablePageOnPaper key={at} page={page} loaded={loaded} />
        ) : (
          <TeamPageOnPaper key={page.teams[0]?.teamId} page={page} loaded={loaded} />
        ),
      )}
    </PrintPageFrame>
  )
}
