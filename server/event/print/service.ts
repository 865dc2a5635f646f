import type { SchedulePages, ScoreSheetPages, TeamBadgePages } from '#contract/event/print.calls.ts'
import type {
  BadgeSelection,
  FoundPrintTeam,
  PrintedTeam,
  PrintOptions,
  ScheduleSelection,
  ScoreSheetSelection,
} from '#contract/event/print.schema.ts'
import { badgesPerPage, type GetPageRange } from '#contract/event/print.ts'
import {
  countBadgePages,
  isTeamSelected,
  listCompetitionAndRegionOptions,
  listPrintedSchedulePages,
  listPrintedSheetPages,
  listSlotOptions,
  listTeamIdsOfSlot,
  type PrintedSchedule,
} from '#contract/event/printed-pages.ts'
import type { Schedule } from '#contract/event/schedule/schedule.schema.ts'
import type { Core } from '#server/deps.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { createScheduleService } from '../schedule/service.ts'
import { getRankingEvent } from '../scores/service.ts'
import { listTeamCompetitionsAndRegions, searchTeamsOfEvent } from './queries.ts'

type Stored<Selection> = Omit<Selection, 'document'>

const slice = <T>(items: readonly T[], { from, count }: ReturnType<GetPageRange>, perPage = 1): T[] =>
  items.slice(from * perPage, (from + count) * perPage)

/**
 * Creates the service that reads score sheets, badges of teams and the schedule of an event to print. Its functions
 * return the pages that `getRange` chooses, and throw `not-found` for an event that does not exist.
 */
export const createPrintContentService = (core: Core) => {
  const { db } = core.database
  const schedules = createScheduleService(core)

  /** Reads the teams of an event with their competitions and regions, and what is chosen by these. */
  const addPlaces = async (
    eventId: string,
    { teams }: Pick<Schedule, 'teams'>,
    selection: Pick<BadgeSelection, 'teamId'>,
  ): Promise<{ teams: PrintedTeam[]; options: PrintOptions }> => {
    const places = await listTeamCompetitionsAndRegions(db, eventId)
    const placesByTeam = new Map(places.map((place) => [place.teamId, place]))
    const team = teams.find(({ id }) => id === selection.teamId)
    return {
      teams: teams.map(({ id, teamNo, name, schoolName, badgeCode }) => ({
        id,
        teamNo,
        name,
        schoolName,
        badgeCode,
        competitionId: placesByTeam.get(id)?.competitionId ?? '',
        regionId: placesByTeam.get(id)?.regionId ?? null,
      })),
      options: {
        hasTeams: teams.length > 0,
        team: team ? { id: team.id, teamNo: team.teamNo, name: team.name } : null,
        ...listCompetitionAndRegionOptions(places),
      },
    }
  }

  /** Reads the schedule of an event with what its documents are chosen by. */
  const readPrintedSchedule = async (
    eventId: string,
    selection: Pick<BadgeSelection, 'teamId'>,
  ): Promise<{ schedule: Schedule; printed: PrintedSchedule; options: ScoreSheetPages['options'] }> => {
    const schedule = await schedules.get(eventId, { withReasons: false })
    const { teams, options } = await addPlaces(eventId, schedule, selection)
    const { slots, pairings } = schedule
    const printed = { slots, pairings, teams, timeZone: await getSiteTimeZone(core) }
    return { schedule, printed, options: { ...options, ...listSlotOptions(printed) } }
  }

  return {
    /** Reads the pages of score sheets; none for an event without a rule set. */
    listScoreSheets: async (
      eventId: string,
      selection: Stored<ScoreSheetSelection>,
      getRange: GetPageRange,
    ): Promise<ScoreSheetPages> => {
      const { ruleSet } = await getRankingEvent(db, eventId)
      const { schedule, printed, options } = await readPrintedSchedule(eventId, selection)
      const hasSlots = schedule.slots.length > 0
      const kind = hasSlots ? (selection.kind ?? 'scheduled') : 'blank'
      const all = ruleSet
        ? listPrintedSheetPages(printed, ruleSet, { ...selection, document: 'scoreSheets', kind })
        : []
      const pages = slice(all, getRange(all.length))
      const shownIds = new Set(pages.flat().map(({ run }) => run?.teamId))
      return {
        event: schedule.event,
        ruleSet,
        kind,
        hasSlots,
        teams: printed.teams.filter(({ id }) => shownIds.has(id)),
        pages,
        pageCount: all.length,
        options,
      }
    },

    /** Reads the pages of the schedule, with all teams that they name. */
    listSchedule: async (
      eventId: string,
      selection: Stored<ScheduleSelection>,
      getRange: GetPageRange,
    ): Promise<SchedulePages> => {
      const { schedule, printed, options } = await readPrintedSchedule(eventId, selection)
      const all = listPrintedSchedulePages(printed, { ...selection, document: 'schedule' })
      const pages = slice(all, getRange(all.length))
      const shownIds = new Set(
        pages.flatMap((page) =>
          'teams' in page
            ? page.teams.map(({ teamId }) => teamId)
            : page.days.flatMap(({ slots }) =>
                slots.flatMap((slot) => listTeamIdsOfSlot(schedule.pairings, slot)),
              ),
        ),
      )
      return {
        event: schedule.event,
        teams: printed.teams.filter(({ id }) => shownIds.has(id)),
        pairings: schedule.pairings,
        groupCount: schedule.groupCount,
        pages,
        pageCount: all.length,
        options,
      }
    },

    /** Reads the teams whose badges are on pages. */
    listTeamBadges: async (
      eventId: string,
      selection: Pick<BadgeSelection, 'teamId' | 'competitionId' | 'regionId' | 'size'>,
      getRange: GetPageRange,
    ): Promise<TeamBadgePages> => {
      const schedule = await schedules.get(eventId, { withReasons: false })
      const { teams, options } = await addPlaces(eventId, schedule, selection)
      const selected = teams.filter((team) => isTeamSelected(team, selection))
      const pageCount = countBadgePages(selected.length, selection.size)
      return {
        event: schedule.event,
        teams: slice(selected, getRange(pageCount), badgesPerPage[selection.size]),
        count: selected.length,
        pageCount,
        options,
      }
    },

    /** Finds teams of an event by number, name or school; at most 20. */
    searchTeams: async (eventId: string, search: string): Promise<FoundPrintTeam[]> => {
      await getRankingEvent(db, eventId)
      return searchTeamsOfEvent(db, eventId, search)
    },
  }
}
