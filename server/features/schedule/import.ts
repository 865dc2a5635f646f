import { randomUUIDv7 } from 'node:crypto'
import { judgeLimits } from '#contract/judge.ts'
import { cleanNumber } from '#contract/rules/identity.ts'
import { createTeamFinder, type NamedTeam } from '#contract/rules/participants.ts'
import { normalizeTeamNumber } from '#contract/rules/team-number.ts'
import type { ScheduleImport } from '#contract/schedule.schema.ts'
import { defaultSlotMinutes, type ScheduleColumn, scheduleLimits } from '#contract/schedule.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import {
  assertImportUndoable,
  type ImportFile,
  insertImportAssertingNotRepeated,
  markImportUndoneAndListRecordIds,
  type UndoImport,
} from '#server/features/imports/service.ts'
import { countGuestsBeforeFirstTeam } from '#server/features/scores/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findCellTextProblem } from '#server/lib/csv-text.ts'
import { parseInstantCell } from '#server/lib/date-cells.ts'
import type { ImportColumns } from '#server/lib/import-columns.ts'
import {
  type CsvFile,
  type CsvFileColumns,
  type CsvProblem,
  type CsvRowProblem,
  type CsvWarning,
  parseCsvFile,
} from '#server/lib/parse-csv.ts'
import { createScheduleChangerWithMatchSync } from './change-schedule.ts'
import {
  type EligibleTeam,
  insertMissingEventTeams,
  listEligibleTeamsOfSeason,
  listEventTeams,
  listTeamSlotNamesAndVersions,
} from './queries.ts'
import {
  deletePlannedSlots,
  listMatchSlotNamesAndVersions,
  listPlannedSlots,
  upsertPlannedSlots,
} from './queries-matches.ts'
import {
  assertMatchesDrawn,
  createAccumulatingSlotChecker,
  formatEventDays,
  formatSlotTime,
  isWithinEventDays,
  readSlotRules,
  type SlotRules,
} from './slot-checks.ts'

/** Rows and problems of a file that a reply lists at most. */
const listedCount = 200
export type ScheduleImportColumns = ImportColumns<ScheduleColumn>
/** A line of the file; that of a match has no team. */
type ParsedSlot = {
  line: number
  round: number
  table: string
  startsAt: Date
  durationMinutes: number
  team: EligibleTeam | undefined
}
/** The result of a preview or an import. `rows` and `problems` are the first 200 of each. */
type ScheduleImportResult = {
  rows: ScheduleImport['rows']
  problems: CsvRowProblem[]
  problemCount: number
  warnings: CsvWarning[]
  count: number
  fileColumns: CsvFileColumns
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

/**
 * Creates the service that previews and imports a CSV file with slots of a schedule, all or nothing. Teams
 * that the event does not have are added to it. In an event with matches, a line is a match; it needs no
 * team, because the draw has them.
 */
export const createScheduleImportService = (core: Core, importColumns: ScheduleImportColumns) => {
  const { db } = core.database
  const changeSchedule = createScheduleChangerWithMatchSync(core)
  const parse = async (db: Db, eventId: string, csvFile: CsvFile, rules: SlotRules) => {
    assertMatchesDrawn(rules)
    const { days, timeZone, matches } = rules
    const columns = importColumns.columns.map((column) =>
      matches && column.name === 'team_no' ? { ...column, required: false } : column,
    )
    const file = await parseCsvFile(csvFile, {
      ...importColumns,
      columns,
      maxRows: scheduleLimits.importLines,
    })
    const problems = [...file.problems]
    const toNumber = (text: string) =>
      /^\d{1,6}$/.test(cleanNumber(text)) ? Number(cleanNumber(text)) : undefined
    const readTeamNo = (text: string): number[] => {
      const number = normalizeTeamNumber(text)
      // larger numbers fit no column of the database
      return number?.kind === 'number' && number.value.length < 10 ? [Number(number.value)] : []
    }
    const teamNos = matches ? [] : [...new Set(file.rows.flatMap(({ cell }) => readTeamNo(cell('team_no'))))]
    const eligible = teamNos.length > 0 ? await listEligibleTeamsOfSeason(db, eventId, { teamNos }) : []
    const findTeam = createTeamFinder(eligible)
    const teamById = new Map(
      [...eligible, ...(await listEventTeams(db, eventId))].map((team) => [team.id, team]),
    )
    const stored = await listPlannedSlots(db, eventId, rules)
    const checkSlot = createAccumulatingSlotChecker(stored, rules, teamById)
    const slots = file.rows.flatMap(({ line, cell }): ParsedSlot[] => {
      const report = (problem: CsvProblem & { field: ScheduleColumn }) =>
        void problems.push({ line, problem, value: cell(problem.field) })
      const round = toNumber(cell('round'))
      if (round === undefined || round < 1)
        report({ field: 'round', code: cell('round') === '' ? 'required' : 'bad-number' })
      else if (round > scheduleLimits.rounds)
        report({ field: 'round', code: 'too-large', values: { limit: scheduleLimits.rounds } })
      const table = cell('table')
      const tableProblem = findCellTextProblem(table, { maxLength: judgeLimits.tableName })
      if (table === '') report({ field: 'table', code: 'required' })
      else if (tableProblem) report({ field: 'table', ...tableProblem })
      const time = parseInstantCell(cell('time'), { order: file.dateOrder, timeZone, needsTime: true })
      const startsAt = 'instant' in time ? time.instant : undefined
      if (!startsAt) report({ field: 'time', code: 'problem' in time ? time.problem : 'required' })
      const durationMinutes = cell('minutes') === '' ? defaultSlotMinutes : toNumber(cell('minutes'))
      if (durationMinutes === undefined || durationMinutes < 1)
        report({ field: 'minutes', code: 'bad-number' })
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
        return []
      const slot = {
        teamId: team?.id ?? null,
        round,
        table,
        startsAt: startsAt.toISOString(),
        durationMinutes,
      }
      for (const { field, ...problem } of checkSlot(slot))
        report({ ...problem, field: fileColumnByField[field] })
      return [{ line, round, table, startsAt, durationMinutes, team }]
    })
    const slotCount = stored.length
    if (slots.length > 0 && slotCount + slots.length > scheduleLimits.slots)
      problems.push({
        line: 0,
        problem: {
          field: 'file',
          code: 'too-many-slots',
          values: { limit: scheduleLimits.slots, count: slotCount, added: slots.length },
        },
      })
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
                time: formatSlotTime(others[0].startsAt.toISOString(), timeZone),
              },
            },
          ]
        : []
    const guestCount = !matches && slots.length > 0 ? await countGuestsBeforeFirstTeam(db, eventId) : 0
    if (guestCount > 0) warnings.push({ code: 'guests-have-results', values: { count: guestCount } })
    const result: ScheduleImportResult = {
      rows: slots.slice(0, listedCount).map(({ startsAt, team, ...slot }) => ({
        ...slot,
        startsAt: startsAt.toISOString(),
        teamName: team?.name ?? '',
      })),
      problems: problems.toSorted((a, b) => a.line - b.line).slice(0, listedCount),
      problemCount: problems.length,
      warnings,
      count: file.rows.length,
      fileColumns: file.fileColumns,
    }
    return { result, slots }
  }

  return {
    preview: async (eventId: string, file: ImportFile): Promise<ScheduleImportResult> =>
      (await parse(db, eventId, file, await readSlotRules(core, db, eventId))).result,

    /**
     * Imports all lines or, with problems, none: then the result is `refused`. Throws `outside-event-days`
     * for times that the user did not accept.
     */
    run: (
      eventId: string,
      file: ImportFile,
      actor: Actor,
    ): Promise<ScheduleImportResult & { refused: boolean }> =>
      changeSchedule(eventId, async (tx, rules) => {
        const { result, slots } = await parse(tx, eventId, file, rules)
        if (result.problems.length > 0) return { ...result, refused: true }
        const warning = result.warnings.find(({ code }) => code === 'outside-event-days')
        if (warning && !file.isRepeatAccepted)
          throw new AppError('outside-event-days', [], { days: warning.values.days })
        await insertMissingEventTeams(tx, eventId, [...new Set(slots.flatMap(({ team }) => team?.id ?? []))])
        // the write gives them version 1
        const added = slots.map(({ round, table, startsAt, durationMinutes, team }) => ({
          ...{ id: randomUUIDv7(), version: 0, teamId: team?.id ?? null },
          ...{ round, table, startsAt: startsAt.toISOString(), durationMinutes },
        }))
        await upsertPlannedSlots(tx, eventId, added)
        await writeAudit(tx, {
          actor,
          action: 'import',
          entity: 'schedule',
          entityId: eventId,
          after: { slots: added.length },
        })
        await insertImportAssertingNotRepeated(tx, {
          kind: 'schedule',
          eventId,
          file,
          lineCount: result.count,
          recordIds: added.map(({ id }) => id),
          actor,
        })
        return { ...result, refused: false }
      }),
  }
}

/**
 * Creates the function that deletes the slots of an import. Teams that the import added to the event stay.
 */
export const createImportedSlotsDeleter = (core: Core): UndoImport => {
  const changeSchedule = createScheduleChangerWithMatchSync(core)
  return ({ importId, eventId, actor }) =>
    changeSchedule(eventId ?? '', async (tx) => {
      const ids = await markImportUndoneAndListRecordIds(tx, importId, actor)
      const ofTeams = await listTeamSlotNamesAndVersions(tx, eventId ?? '', ids)
      const ofMatches = await listMatchSlotNamesAndVersions(tx, eventId ?? '', ids)
      const slots = [...ofTeams.map(({ teamName, version }) => ({ name: teamName, version })), ...ofMatches]
      assertImportUndoable(
        slots.map(({ name, version }) => ({ name, isChanged: version > 1 })),
        ids.length,
      )
      await deletePlannedSlots(tx, eventId ?? '', ids)
    })
}
