import { toDateInTimeZone } from '../platform/time-zone.ts'
import type {
  BadgeSelection,
  PrintedScoreSheet,
  PrintedTeam,
  SchedulePage,
  ScheduleSelection,
  ScoreSheetSelection,
} from './print.schema.ts'
import { badgesPerPage } from './print.ts'
import type { AdminScheduleSlot, Schedule } from './schedule/schedule.schema.ts'
import type { RoundGroup, RuleSet } from './scoring/rule-set.schema.ts'
import { listPrintedRoundRules } from './scoring/rule-set-description.ts'
import { findRound, listRoundsOrPossibleMatches } from './scoring/rule-set-sheet.ts'
import { getEventScoringTraits } from './scoring/scoring-kinds.ts'

/** The schedule of an event with what its printed documents are chosen by. */
export type PrintedSchedule = Pick<Schedule, 'slots' | 'pairings'> & {
  teams: readonly PrintedTeam[]
  timeZone: string
}
type SelectedSlot = { slot: AdminScheduleSlot; teamIds: readonly string[] }
type TeamFilters = Pick<BadgeSelection, 'teamId' | 'competitionId' | 'regionId'>

/** Tells whether a team fits the filters of a selection. */
export const isTeamSelected = (
  team: Pick<PrintedTeam, 'id' | 'competitionId' | 'regionId'>,
  { teamId, competitionId, regionId }: TeamFilters,
): boolean =>
  (teamId === undefined || team.id === teamId) &&
  (competitionId === undefined || team.competitionId === competitionId) &&
  (regionId === undefined || team.regionId === regionId)

/** Lists the ids of the teams of a slot: its team, or those teams of its match that are known. */
export const listTeamIdsOfSlot = (
  pairings: Schedule['pairings'],
  { teamId, round }: Pick<AdminScheduleSlot, 'teamId' | 'round'>,
): string[] =>
  teamId === null
    ? (pairings?.find(({ numbers }) => numbers.includes(round))?.sides.flatMap(({ teamIds }) => teamIds) ??
      [])
    : [teamId]

/** Orders names of tables as people count them: A2 before A10. */
export const compareTables = new Intl.Collator('en', { numeric: true }).compare

/**
 * Lists the slots that a selection picks, by table and time, each with those of its teams that fit. A match
 * that is not played has none. Without filters of teams a match whose teams are not known yet is listed, too.
 */
const listSelectedSlots = (
  { slots, pairings, teams, timeZone }: PrintedSchedule,
  selection: TeamFilters & Pick<ScheduleSelection, 'table' | 'day' | 'round'>,
): SelectedSlot[] => {
  const { table, day, round, teamId, competitionId, regionId } = selection
  const hasTeamFilter = [teamId, competitionId, regionId].some((filter) => filter !== undefined)
  const selectedIds = new Set(teams.filter((team) => isTeamSelected(team, selection)).map(({ id }) => id))
  const unplayed = new Set(pairings?.flatMap((pairing) => pairing.unplayed ?? []))
  return slots
    .filter(
      (slot) =>
        (table === undefined || slot.table === table) &&
        (round === undefined || slot.round === round) &&
        (day === undefined || toDateInTimeZone(new Date(slot.startsAt), timeZone) === day) &&
        !(slot.teamId === null && unplayed.has(slot.round)),
    )
    .map((slot) => ({
      slot,
      teamIds: listTeamIdsOfSlot(pairings, slot).filter((id) => selectedIds.has(id)),
    }))
    .filter(({ teamIds }) => teamIds.length > 0 || !hasTeamFilter)
    .toSorted(
      (a, b) =>
        compareTables(a.slot.table, b.slot.table) ||
        Date.parse(a.slot.startsAt) - Date.parse(b.slot.startsAt),
    )
}

/** The lines of text that fit on a half page below the head of a score sheet. */
const linesOnHalfPage = 20
/** A blank sheet has a page of its own, and so has a sheet with more than fits on a half page. */
const countSheetsPerPage = (ruleSet: RuleSet, group: RoundGroup): 1 | 2 => {
  const lines = group.fields.map((field) => (field.kind === 'choice' ? field.options.length + 1 : 2))
  const rules = listPrintedRoundRules(ruleSet, group)
  return lines.reduce((sum, count) => sum + count, rules.length + (group.panel ? 6 : 0)) <= linesOnHalfPage
    ? 2
    : 1
}

/**
 * Lists the score sheets that a selection picks, by page of paper: one for each run of the schedule and each
 * judge of its panel, by table and time, or a blank one for each round. The sheets of all matches look the
 * same, so there is one blank sheet for them.
 */
export const listPrintedSheetPages = (
  schedule: PrintedSchedule,
  ruleSet: RuleSet,
  selection: ScoreSheetSelection,
): PrintedScoreSheet[][] => {
  const { kind = schedule.slots.length === 0 ? 'blank' : 'scheduled', round } = selection
  if (kind === 'blank') {
    const rounds = listRoundsOrPossibleMatches(ruleSet)
    const ofMatches = getEventScoringTraits(ruleSet).areTeamsDrawn
    return (ofMatches ? rounds.slice(0, 1) : rounds)
      .filter(({ number }) => ofMatches || round === undefined || number === round)
      .map(({ number }) => [{ round: number, run: null }])
  }
  const pages: PrintedScoreSheet[][] = []
  let room = 0
  for (const { slot, teamIds } of listSelectedSlots(schedule, selection)) {
    const found = findRound(ruleSet, slot.round)
    if (!found) continue
    const perPage = countSheetsPerPage(ruleSet, found.group)
    for (const teamId of teamIds)
      for (let number = 1; number <= (found.group.panel?.judges ?? 1); number++) {
        const { id: slotId, round: ofSlot, table, startsAt } = slot
        const sheet = { round: ofSlot, run: { slotId, teamId, table, startsAt, number } }
        const page = pages.at(-1)
        if (page && perPage === 2 && room > 0) {
          page.push(sheet)
          room = 0
        } else {
          pages.push([sheet])
          room = perPage - 1
        }
      }
  }
  return pages
}

/** Returns how many pages of paper badges take. */
export const countBadgePages = (count: number, size: BadgeSelection['size']): number =>
  Math.ceil(count / badgesPerPage[size])

/** The lines of text that fit on a page of a table, and how many of them a day and its headings take. */
const tablePage = { lines: 42, linesOfDay: 3, charactersOfLine: 75 } as const
/** The heights that fit in each of the two columns of a page of teams, in pixels. */
const teamPage = { columns: 2, column: 860, line: 19, space: 18, charactersOfLine: 36 } as const

const countLines = (characters: number, charactersOfLine: number): number =>
  Math.max(1, Math.ceil(characters / charactersOfLine))

/** Groups slots by their day in the time zone of the site. */
const groupByDay = <Slot extends { startsAt: string }>(slots: readonly Slot[], timeZone: string) =>
  [...Map.groupBy(slots, ({ startsAt }) => toDateInTimeZone(new Date(startsAt), timeZone))].map(
    ([day, ofDay]) => ({ day, slots: ofDay }),
  )

/** Splits items into pages: each has as many as fit, by their heights. */
const splitIntoPages = <T>(items: readonly T[], fits: (page: readonly T[]) => boolean): T[][] => {
  const pages: T[][] = []
  for (const item of items) {
    const page = pages.at(-1)
    if (page && fits([...page, item])) page.push(item)
    else pages.push([item])
  }
  return pages
}

const listTablePages = (
  { teams, pairings, timeZone }: PrintedSchedule,
  selected: readonly SelectedSlot[],
): SchedulePage[] => {
  const nameLengths = new Map(teams.map(({ id, name }) => [id, name.length + 8]))
  const getLines = ({ slot }: SelectedSlot) => {
    const lengths = listTeamIdsOfSlot(pairings, slot).map((id) => nameLengths.get(id) ?? 0)
    return countLines(
      lengths.reduce((sum, length) => sum + length, 0),
      tablePage.charactersOfLine,
    )
  }
  const fits = (page: readonly SelectedSlot[]) => {
    const days = new Set(page.map(({ slot }) => toDateInTimeZone(new Date(slot.startsAt), timeZone)))
    const lines = page.reduce((sum, each) => sum + getLines(each), days.size * tablePage.linesOfDay)
    return lines <= tablePage.lines
  }
  return [...Map.groupBy(selected, ({ slot }) => slot.table)].flatMap(([table, ofTable]) =>
    splitIntoPages(ofTable, fits).map((page) => ({
      table,
      days: groupByDay(
        page.map(({ slot: { startsAt, round, teamId } }) => ({ startsAt, round, teamId })),
        timeZone,
      ),
    })),
  )
}

const listTeamPages = (
  { teams, timeZone }: PrintedSchedule,
  selected: readonly SelectedSlot[],
): SchedulePage[] => {
  const slotsByTeam = new Map<string, AdminScheduleSlot[]>()
  for (const { slot, teamIds } of selected)
    for (const id of teamIds) slotsByTeam.set(id, [...(slotsByTeam.get(id) ?? []), slot])
  const listed = teams.flatMap((team) => {
    const slots = slotsByTeam
      .get(team.id)
      ?.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    if (!slots) return []
    const days = groupByDay(
      slots.map(({ startsAt, round, table }) => ({ startsAt, round, table })),
      timeZone,
    )
    const lines = [`${team.teamNo} · ${team.name}`, team.schoolName].map(({ length }) =>
      countLines(length, teamPage.charactersOfLine),
    )
    const height =
      lines.reduce((sum, count) => sum + count, slots.length + days.length) * teamPage.line + teamPage.space
    return { teamId: team.id, days, height }
  })
  const fits = (page: readonly { height: number }[]) => {
    let [column, used] = [1, 0]
    for (const { height } of page) {
      if (used > 0 && used + height > teamPage.column) [column, used] = [column + 1, 0]
      used += height
    }
    return column <= teamPage.columns
  }
  return splitIntoPages(listed, fits).map((page) => ({
    teams: page.map(({ teamId, days }) => ({ teamId, days })),
  }))
}

/**
 * Lists the pages of paper of the schedule that a selection picks: by table, each table on pages of its own,
 * or by team in the order of the teams. Each page has its slots by day and time.
 */
export const listPrintedSchedulePages = (
  schedule: PrintedSchedule,
  selection: ScheduleSelection,
): SchedulePage[] => {
  const selected = listSelectedSlots(schedule, selection)
  return selection.by === 'team' ? listTeamPages(schedule, selected) : listTablePages(schedule, selected)
}
