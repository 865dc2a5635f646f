import type { Localized } from '../platform/localized.ts'
import { toDateInTimeZone } from '../platform/time-zone.ts'
import type {
  BadgeSelection,
  PrintedScoreSheet,
  PrintedTeam,
  PrintOptions,
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
/** A slot with its day in the time zone of the site, and those of its teams that fit. */
type SelectedSlot = AdminScheduleSlot & { day: string; teamIds: readonly string[] }
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

/** Lists the competitions and regions of teams, each once in the order of the teams. */
export const listCompetitionAndRegionOptions = (
  places: readonly {
    competitionId: string | null
    competition: Localized | null
    regionId: string | null
    region: Localized | null
  }[],
): Pick<PrintOptions, 'competitions' | 'regions'> => {
  const listDistinct = (options: readonly { id: string | null; name: Localized | null }[]) => [
    ...new Map(options.flatMap(({ id, name }) => (id && name ? [[id, { id, name }]] : []))).values(),
  ]
  return {
    competitions: listDistinct(places.map(({ competitionId: id, competition: name }) => ({ id, name }))),
    regions: listDistinct(places.map(({ regionId: id, region: name }) => ({ id, name }))),
  }
}

/** Returns a function that tells the calendar date of an instant in a time zone, and computes each once. */
const createDayFinder = (timeZone: string): ((instant: string) => string) => {
  const days = new Map<string, string>()
  return (instant) => {
    const day = days.get(instant) ?? toDateInTimeZone(new Date(instant), timeZone)
    days.set(instant, day)
    return day
  }
}

/**
 * Lists the slots that a selection picks, by table and time, each with those of its teams that fit. Matches
 * that are not played are left out. Without a filter of teams a match whose teams are not known is listed, too.
 */
const listSelectedSlots = (
  { slots, pairings, teams, timeZone }: PrintedSchedule,
  selection: TeamFilters & Pick<ScheduleSelection, 'table' | 'day' | 'round'>,
): SelectedSlot[] => {
  const { table, day, round, teamId, competitionId, regionId } = selection
  const hasTeamFilter = [teamId, competitionId, regionId].some((filter) => filter !== undefined)
  const selectedIds = new Set(teams.filter((team) => isTeamSelected(team, selection)).map(({ id }) => id))
  const unplayed = new Set(pairings?.flatMap((pairing) => pairing.unplayed ?? []))
  const getDay = createDayFinder(timeZone)
  return slots
    .filter((slot) => !(slot.teamId === null && unplayed.has(slot.round)))
    .map((slot) => ({
      ...slot,
      day: getDay(slot.startsAt),
      teamIds: listTeamIdsOfSlot(pairings, slot).filter((id) => selectedIds.has(id)),
    }))
    .filter(
      (slot) =>
        (table === undefined || slot.table === table) &&
        (round === undefined || slot.round === round) &&
        (day === undefined || slot.day === day) &&
        (slot.teamIds.length > 0 || !hasTeamFilter),
    )
    .toSorted((a, b) => compareTables(a.table, b.table) || Date.parse(a.startsAt) - Date.parse(b.startsAt))
}

/** Lists the days, tables and rounds of slots that are printed: what these can be chosen by. */
export const listSlotOptions = (
  schedule: PrintedSchedule,
): { days: string[]; tables: string[]; rounds: number[] } => {
  const slots = listSelectedSlots(schedule, {})
  return {
    days: [...new Set(slots.map(({ day }) => day))].toSorted(),
    tables: [...new Set(slots.map(({ table }) => table))],
    rounds: [...new Set(slots.map(({ round }) => round))].toSorted((a, b) => a - b),
  }
}

/** The heights of the parts of a score sheet, and of the half page that it may have, in pixels on A4. */
const sheetHeights = {
  halfPage: 520,
  headAndFoot: 290,
  field: 56,
  option: 25,
  rule: 22,
  feedback: 110,
} as const
const doesSheetFitOnHalfPage = (ruleSet: RuleSet, group: RoundGroup): boolean => {
  const { halfPage, headAndFoot, field: row, option, rule, feedback } = sheetHeights
  const rows = group.fields.map((field) =>
    field.kind === 'choice' ? Math.max(row, field.options.length * option) : row,
  )
  const rules = listPrintedRoundRules(ruleSet, group).length * rule
  const height = headAndFoot + rules + (group.panel ? feedback : 0)
  return rows.reduce((sum, each) => sum + each, height) <= halfPage
}

/** Splits items into pages: each has as many as fit, in their order. */
const splitIntoPages = <T>(items: readonly T[], fits: (page: readonly T[]) => boolean): T[][] => {
  const pages: T[][] = []
  for (const item of items) {
    const page = pages.at(-1)
    if (page && fits([...page, item])) page.push(item)
    else pages.push([item])
  }
  return pages
}

/**
 * Lists the score sheets of a selection, grouped by printed page: one for each run of the schedule and each judge
 * of its panel, sorted by table and time, or a blank one for each round. All matches share one blank sheet.
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
  const slots = listSelectedSlots(schedule, selection)
  const kindsByRound = new Map(
    [...new Set(slots.map((slot) => slot.round))].flatMap((number) => {
      const group = findRound(ruleSet, number)?.group
      if (!group) return []
      const isShort = doesSheetFitOnHalfPage(ruleSet, group)
      return [[number, { judges: group.panel?.judges ?? 1, isShort }]]
    }),
  )
  const sheets = slots.flatMap(({ id: slotId, round: number, table, startsAt, teamIds }) => {
    const { judges = 0, isShort = false } = kindsByRound.get(number) ?? {}
    return teamIds.flatMap((teamId) =>
      Array.from({ length: judges }, (_, at) => ({
        sheet: { round: number, run: { slotId, teamId, table, startsAt, number: at + 1 } },
        isShort,
      })),
    )
  })
  const pages = splitIntoPages(sheets, (page) => page.length <= 2 && page.every(({ isShort }) => isShort))
  return pages.map((page) => page.map(({ sheet }) => sheet))
}

/** Returns how many pages of paper badges take. */
export const countBadgePages = (count: number, size: BadgeSelection['size']): number =>
  Math.ceil(count / badgesPerPage[size])

/** The lines of text that fit on a page of a table, and how many of them a day and its headings take. */
const tablePage = { lines: 44, linesOfDay: 3, charactersOfLine: 75 } as const
/** The heights that fit in each of the two columns of a page of teams, in pixels. */
const teamPage = { columns: 2, column: 940, line: 19, space: 18, charactersOfLine: 36 } as const

const countLines = (characters: number, charactersOfLine: number): number =>
  Math.max(1, Math.ceil(characters / charactersOfLine))

/** Groups slots by their day, each as `toSlot` returns it. */
const groupByDay = <Slot>(slots: readonly SelectedSlot[], toSlot: (slot: SelectedSlot) => Slot) =>
  [...Map.groupBy(slots, ({ day }) => day)].map(([day, ofDay]) => ({ day, slots: ofDay.map(toSlot) }))

const listTablePages = (
  { teams, pairings }: PrintedSchedule,
  selected: readonly SelectedSlot[],
): SchedulePage[] => {
  const nameLengths = new Map(teams.map(({ id, teamNo, name }) => [id, `${teamNo} · ${name} – `.length]))
  const countSlotLines = (slot: SelectedSlot) => {
    const lengths = listTeamIdsOfSlot(pairings, slot).map((id) => nameLengths.get(id) ?? 0)
    return countLines(
      lengths.reduce((sum, length) => sum + length, 0),
      tablePage.charactersOfLine,
    )
  }
  const fits = (page: readonly SelectedSlot[]) => {
    const days = new Set(page.map(({ day }) => day))
    const lines = page.reduce((sum, slot) => sum + countSlotLines(slot), days.size * tablePage.linesOfDay)
    return lines <= tablePage.lines
  }
  return [...Map.groupBy(selected, ({ table }) => table)].flatMap(([table, ofTable]) =>
    splitIntoPages(ofTable, fits).map((page) => ({
      table,
      days: groupByDay(page, ({ startsAt, round, teamId }) => ({ startsAt, round, teamId })),
    })),
  )
}

const listTeamPages = ({ teams }: PrintedSchedule, selected: readonly SelectedSlot[]): SchedulePage[] => {
  const slotsByTeam = Map.groupBy(
    selected
      .flatMap((slot) => slot.teamIds.map((id) => ({ id, slot })))
      .toSorted((a, b) => Date.parse(a.slot.startsAt) - Date.parse(b.slot.startsAt)),
    ({ id }) => id,
  )
  const listed = teams.flatMap(({ id, teamNo, name, schoolName }) => {
    const slots = slotsByTeam.get(id)?.map(({ slot }) => slot)
    if (!slots) return []
    const days = groupByDay(slots, ({ startsAt, round, table }) => ({ startsAt, round, table }))
    const lines = [`${teamNo} · ${name}`, schoolName]
      .map(({ length }) => countLines(length, teamPage.charactersOfLine))
      .reduce((sum, count) => sum + count, slots.length + days.length)
    return { teamId: id, days, height: lines * teamPage.line + teamPage.space }
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
