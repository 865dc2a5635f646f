import type { PrintedTeam, SchedulePage } from '#contract/event/print.schema.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatCalendarDate, formatTimeOfDay } from '#i18n/formats/dates-and-numbers.ts'
import { createTeamAndMatchNamers, type NamedSchedule } from '#i18n/formats/schedule-names.ts'
import { isolateText, joinTexts } from '#i18n/text-direction.ts'
import { type PrintDocument, printTranslators } from './document.ts'

export type PrintedSchedule = Omit<NamedSchedule, 'teams'> & {
  event: { title: Localized }
  pages: readonly SchedulePage[]
  teams: readonly Pick<PrintedTeam, 'id' | 'teamNo' | 'name' | 'schoolName'>[]
  timeZone: string
}

/** Builds a document of a schedule, by table or by team as its pages are. */
export const buildScheduleDocument = (
  { event, pages, timeZone, ...schedule }: PrintedSchedule,
  lang: Lang,
): PrintDocument => {
  const { t } = printTranslators[lang]
  const name = (text: string) => isolateText(text, lang)
  const { context, nameTeams } = createTeamAndMatchNamers({ t, language: lang }, schedule)
  const teamById = new Map(schedule.teams.map((team) => [team.id, team]))
  const days = new Set(
    pages.flatMap((page) =>
      'teams' in page
        ? page.teams.flatMap((team) => team.days.map(({ day }) => day))
        : page.days.map(({ day }) => day),
    ),
  )
  const hasSeveralDays = days.size > 1
  const formatTime = (startsAt: string) => isolateText(formatTimeOfDay(startsAt, lang, timeZone), lang)
  return {
    template: 'schedule',
    lang,
    title: t('adminJudging.schedule.print.title'),
    drawings: {},
    images: {},
    data: {
      event: name(getEventTitleWithFallback(event.title, lang)),
      columns: [
        t('adminJudging.schedule.columns.time'),
        t('adminJudging.schedule.columns.round', context),
        t('adminJudging.schedule.team', context),
      ],
      // where all runs are on one day, it is in the head of the page
      day: hasSeveralDays ? '' : [...days].map((day) => formatCalendarDate(day, lang)).join(''),
    },
    pages: pages.map((page) =>
      'teams' in page
        ? {
            teams: page.teams.map(({ teamId, days: ofTeam }) => {
              const team = teamById.get(teamId)
              return {
                name: team ? joinTexts([team.teamNo, team.name], lang) : '',
                school: team ? name(team.schoolName) : '',
                days: ofTeam.map(({ day, slots }) => ({
                  day: hasSeveralDays ? formatCalendarDate(day, lang) : '',
                  runs: slots.map(({ startsAt, round, table }) =>
                    [
                      formatTime(startsAt),
                      t('adminJudging.schedule.print.run', { ...context, round }),
                      t('adminJudging.schedule.print.atTable', { table: table }),
                    ].join(' · '),
                  ),
                })),
              }
            }),
          }
        : {
            table: t('adminJudging.schedule.print.atTable', { table: page.table }),
            days: page.days.map(({ day, slots }) => ({
              day: formatCalendarDate(day, lang),
              rows: slots.map((slot) => [formatTime(slot.startsAt), String(slot.round), nameTeams(slot)]),
            })),
          },
    ),
  }
}
