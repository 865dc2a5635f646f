import { v7 as randomUUIDv7 } from 'uuid'
import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import { judgeLimits } from '#contract/event/judging/judge.ts'
import {
  defaultSlotMinutes,
  type ScheduleColumn,
  scheduleColumns,
  scheduleLimits,
} from '#contract/event/schedule/schedule.ts'
import { createNamedTeamOrProblemFinder, type NamedTeam } from '#contract/event/scores/participants.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import { adminJudging as ar } from '#i18n/ar/admin-judging.ts'
import { adminJudging as en } from '#i18n/en/admin-judging.ts'
import { writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  buildTitleAndOtherTitlesOfColumn,
  importColumnTexts,
} from '#server/platform/http/import-column-texts.ts'
import { createCsvImport } from '#server/platform/imports/define-import.ts'
import type { ImportTarget } from '#server/platform/imports/import-definition.ts'
import type { ReadFile } from '#server/platform/imports/read-import-file.ts'
import { assertImportedRecordsDeletable } from '#server/platform/imports/service.ts'
import type { CsvProblem, CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import { findCellTextProblem } from '#server/platform/lib/csv-text.ts'
import { parseInstantCellOrProblem } from '#server/platform/lib/date-cells.ts'
import type { ImportColumn, ImportColumns } from '#server/platform/lib/import-columns.ts'
import { countGuestsIfEventHasNoTeams } from '../scores/service.ts'
import { createScheduleChangeWithSlotSync } from './change-schedule.ts'
import {
  type EligibleTeam,
  insertAndCountMissingEventTeams,
  listEventTeamsIncludingWithdrawn,
  listTeamsEligibleForEvent,
} from './queries-event-teams.ts'
import {
  deleteSlotsAndCountMatchOrTeamSlots,
  listMatchSlotNamesAndVersionsByIds,
  listTeamOrMatchSlotsOfEvent,
  upsertTeamOrMatchSlots,
} from './queries-matches.ts'
import { listTeamSlotNamesAndVersionsByIds } from './queries-slots.ts'
import {
  assertMatchesDrawn,
  assertWithinEventDaysUnlessAccepted,
  createAccumulatingSlotChecker,
  formatEventDays,
  formatScheduleFileTime,
  isWithinEventDays,
  readSlotRules,
  type SlotRules,
} from './slot-checks.ts'

const further = { en: importColumnTexts.en.schedule, ar: importColumnTexts.ar.schedule }

/** Returns the columns of a file with a schedule. Where the draw has the teams, a line needs none. */
export const buildScheduleImportColumns = (areTeamsDrawn: boolean): ImportColumns<ScheduleColumn> => {
  const optional: ScheduleColumn[] = [
    'competition',
    'minutes',
    ...(areTeamsDrawn ? (['team_no'] as const) : []),
  ]
  return {
    columns: scheduleColumns.map(
      (name): ImportColumn<ScheduleColumn> => ({
        name,
        ...buildTitleAndOtherTitlesOfColumn(
          { en: en.schedule.columns[name], ar: ar.schedule.columns[name] },
          { en: further.en[name], ar: further.ar[name] },
        ),
        required: !optional.includes(name),
        ...(name === 'time' ? { format: 'instant' as const } : { text: 'name' as const }),
      }),
    ),
  }
}

/** A line of the file; that of a match has no team. */
type ParsedSlot = {
  round: number
  table: string
  startsAt: Date
  durationMinutes: number
  team: EligibleTeam | undefined
}
/** The columns of a file by the fields of a slot. */
const fileColumnByField = {
  round: 'round',
  table: 'table',
  startsAt: 'time',
  durationMinutes: 'minutes',
  teamId: 'team_no',
} as const

const columnByTeamField = {
  teamNo: 'team_no',
  competition: 'competition',
  teamName: 'team_no',
} as const satisfies Record<keyof NamedTeam, ScheduleColumn>

const toNumber = (text: string) =>
  /^\d{1,6}$/.test(cleanNumberOrDateToWesternDigits(text))
    ? Number(cleanNumberOrDateToWesternDigits(text))
    : undefined
const readTeamNo = (text: string): number[] => {
  const number = normalizeAndClassifyTeamNumber(text)
  // larger numbers fit no column of the database
  return number?.kind === 'number' && number.value.length < 10 ? [Number(number.value)] : []
}

type Target = Pick<ImportTarget<SlotRules>, 'eventId' | 'context' | 'regionLimit'> & { db: Db }

/** Creates the function that parses and checks one line after the other. */
const createLineParser = async (
  file: ReadFile<ScheduleColumn>,
  stored: Awaited<ReturnType<typeof listTeamOrMatchSlotsOfEvent>>,
  { db, eventId, context: rules, regionLimit }: Target,
) => {
  const { timeZone, matches } = rules
  const teamNos = matches ? [] : [...new Set(file.rows.flatMap(({ cell }) => readTeamNo(cell('team_no'))))]
  const eligible =
    teamNos.length > 0 ? await listTeamsEligibleForEvent(db, eventId, { teamNos, regionLimit }) : []
  const findTeam = createNamedTeamOrProblemFinder(eligible)
  const teamById = new Map(
    [...eligible, ...(await listEventTeamsIncludingWithdrawn(db, eventId))].map((team) => [team.id, team]),
  )
  const checkSlot = createAccumulatingSlotChecker(stored, rules, teamById)
  return (
    cell: (column: ScheduleColumn) => string,
    report: (problem: CsvProblem & { field: ScheduleColumn }) => void,
  ): ParsedSlot | undefined => {
    const round = toNumber(cell('round'))
    if (round === undefined || round < 1)
      report({ field: 'round', code: cell('round') === '' ? 'required' : 'bad-number' })
    else if (round > scheduleLimits.rounds)
      report({ field: 'round', code: 'too-large', values: { limit: scheduleLimits.rounds } })
    const table = cell('table')
    const tableProblem = findCellTextProblem(table, { maxLength: judgeLimits.tableName })
    if (table === '') report({ field: 'table', code: 'required' })
    else if (tableProblem) report({ field: 'table', ...tableProblem })
    const time = parseInstantCellOrProblem(cell('time'), { order: file.dateOrder, timeZone, needsTime: true })
    const startsAt = 'instant' in time ? time.instant : undefined
    if (!startsAt) report({ field: 'time', code: 'problem' in time ? time.problem : 'required' })
    const durationMinutes = cell('minutes') === '' ? defaultSlotMinutes : toNumber(cell('minutes'))
    if (durationMinutes === undefined || durationMinutes < 1) report({ field: 'minutes', code: 'bad-number' })
    else if (durationMinutes > scheduleLimits.slotMinutes)
      report({ field: 'minutes', code: 'too-large', values: { limit: scheduleLimits.slotMinutes } })
    const found = findTeam({ teamNo: cell('team_no'), competition: cell('competition') })
    const team = found.kind === 'team' ? found.team : undefined
    if (matches) {
      // the draw has the teams
    } else if (found.kind === 'unnamed') report({ field: 'team_no', code: 'required' })
    else if (found.kind === 'problem')
      report({ ...found.problem, field: columnByTeamField[found.problem.field] })
    if (round === undefined || table === '' || !startsAt || !durationMinutes || (!team && !matches))
      return undefined
    const slot = {
      teamId: team?.id ?? null,
      round,
      table,
      startsAt: startsAt.toISOString(),
      durationMinutes,
    }
    for (const { field, ...problem } of checkSlot(slot))
      report({ ...problem, field: fileColumnByField[field] })
    return { round, table, startsAt, durationMinutes, team }
  }
}

/** Warns of times outside the days of the event, and of results of guests that the first teams would join. */
const listWarnings = async (
  slots: readonly (ParsedSlot & { line: number })[],
  { db, eventId, context: rules }: Target,
): Promise<CsvWarning[]> => {
  const { days, matches, timeZone } = rules
  const others = slots.filter(({ startsAt }) => !isWithinEventDays(rules, startsAt.toISOString()))
  const warnings: CsvWarning[] =
    days && others[0]
      ? [
          {
            code: 'outside-event-days',
            values: {
              count: others.length,
              days: formatEventDays(days),
              line: others[0].line,
              time: formatScheduleFileTime(others[0].startsAt.toISOString(), timeZone),
            },
          },
        ]
      : []
  const guestCount = !matches && slots.length > 0 ? await countGuestsIfEventHasNoTeams(db, eventId) : 0
  return guestCount > 0
    ? [...warnings, { code: 'guests-have-results', values: { count: guestCount } }]
    : warnings
}

/** Returns the problem that an event would have too many slots. */
const listTooManySlotsProblems = (count: number, added: number): CsvRowProblem[] => {
  const limit = scheduleLimits.slots
  const problem = { field: 'file', code: 'too-many-slots' as const, values: { limit, count, added } }
  return added > 0 && count + added > limit ? [{ line: 0, problem }] : []
}

/**
 * The import of the slots of a schedule. Teams that the event does not have are added to it, and stay after an
 * undo. In an event with matches, a line is a match. Throws `outside-event-days` for times that the user did not
 * accept.
 */
export const scheduleImport = createCsvImport('schedule', {
  maxRows: scheduleLimits.importLines,
  open: readSlotRules,
  columns: ({ matches }) => buildScheduleImportColumns(matches !== null),
  runInTransaction: (core, eventId, work) => createScheduleChangeWithSlotSync(core)(eventId, work),
  parse: async (file, target) => {
    const { db, eventId, context: rules } = target
    assertMatchesDrawn(rules)
    const stored = await listTeamOrMatchSlotsOfEvent(db, eventId, rules)
    const lines = await file.parseLines(await createLineParser(file, stored, target))
    return {
      lines,
      problems: listTooManySlotsProblems(stored.length, lines.length),
      warnings: await listWarnings(lines, target),
    }
  },
  toRow: ({ startsAt, team, ...slot }) => ({
    ...slot,
    startsAt: startsAt.toISOString(),
    teamName: team?.name ?? '',
  }),
  insert: async (tx, lines, { eventId, context: rules, actor, isRepeatAccepted }) => {
    const startTimes = lines.map(({ startsAt }) => startsAt.toISOString())
    assertWithinEventDaysUnlessAccepted(rules, startTimes, isRepeatAccepted)
    await insertAndCountMissingEventTeams(tx, eventId, [
      ...new Set(lines.flatMap(({ team }) => team?.id ?? [])),
    ])
    // the write gives them version 1
    const added = lines.map(({ round, table, startsAt, durationMinutes, team }) => ({
      id: randomUUIDv7(),
      version: 0,
      teamId: team?.id ?? null,
      round,
      table,
      startsAt: startsAt.toISOString(),
      durationMinutes,
    }))
    await upsertTeamOrMatchSlots(tx, eventId, added)
    await writeAudit(tx, {
      actor,
      action: 'import',
      entity: 'schedule',
      entityId: eventId,
      after: { slots: added.length },
    })
    return added.map(({ id }) => id)
  },
  undo: async (tx, ids, { eventId }) => {
    const ofTeams = await listTeamSlotNamesAndVersionsByIds(tx, eventId, ids)
    const ofMatches = await listMatchSlotNamesAndVersionsByIds(tx, eventId, ids)
    const slots = [...ofTeams.map(({ teamName, version }) => ({ name: teamName, version })), ...ofMatches]
    assertImportedRecordsDeletable(
      slots.map(({ name, version }) => ({ name, isChanged: version > 1 })),
      ids.length,
    )
    await deleteSlotsAndCountMatchOrTeamSlots(tx, eventId, ids)
  },
})
