import { judgeLimits } from '#contract/judge.ts'
import { toWesternDigits } from '#contract/rules/identity.ts'
import { normalizeSearchText } from '#contract/rules/search-form.ts'
import { toInstant } from '#contract/rules/time-zone.ts'
import { type ScheduleColumn, type ScheduleImport, scheduleLimits } from '#contract/schedule.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { type ImportFile, insertImportUnlessRepeated } from '#server/features/imports/insert-import.ts'
import { getRankingEvent } from '#server/features/scores/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import type { ImportColumns } from '#server/lib/import-columns.ts'
import { type CsvFileColumns, type CsvRowProblem, parseCsv } from '#server/lib/parse-csv.ts'
import {
  type EligibleTeam,
  insertMissingEventTeams,
  insertSlots,
  listSlotsOfEvent,
  listTeamsEligibleForEvent,
  lockSchedule,
} from './queries.ts'
import { createSlotExistsProblem } from './slot-exists-problem.ts'

/** Rows and problems of a file that a reply lists at most. */
const listedCount = 200
export type ScheduleImportColumns = ImportColumns<ScheduleColumn>
type ParsedSlot = { line: number; round: number; table: string; startsAt: Date; team: EligibleTeam }
/** The result of a preview or an import. `rows` and `problems` are the first 200 of each. */
type ScheduleImportResult = {
  rows: ScheduleImport['rows']
  problems: CsvRowProblem[]
  problemCount: number
  count: number
  fileColumns: CsvFileColumns
}

/** Reads a time: `2026-12-05 09:30` in the time zone of the site, or with an offset (ISO 8601). Undefined for anything else. */
const parseSlotTime = (text: string, timeZone: string): Date | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2})(:\d{2})?\s*(Z|[+-]\d{2}:\d{2})?$/.exec(toWesternDigits(text))
  if (!match) return undefined
  const [, date, time = '', seconds = '', zone] = match
  const local = `${date} ${time.padStart(5, '0')}${seconds}`
  if (Number.isNaN(Date.parse(`${local.replace(' ', 'T')}Z`))) return undefined
  return zone ? new Date(`${local.replace(' ', 'T')}${zone}`) : toInstant(local, timeZone)
}

/** Creates the service that previews and imports a CSV file with slots of a schedule, all or nothing. Teams that the event does not have are added to it. */
export const createScheduleImportService = (
  { config, database }: Pick<Core, 'config' | 'database'>,
  importColumns: ScheduleImportColumns,
) => {
  const parse = async (db: Db, eventId: string, path: string) => {
    await getRankingEvent(db, eventId)
    const timeZone = await getSiteTimeZone({ config, database })
    const file = await parseCsv(path, { ...importColumns, maxRows: scheduleLimits.importLines })
    const problems = [...file.problems]
    const toNumber = (text: string) => (/^\d{1,6}$/.test(toWesternDigits(text)) ? Number(toWesternDigits(text)) : undefined)
    const teamNos = [...new Set(file.rows.flatMap(({ cell }) => toNumber(cell('team_no')) ?? []))]
    const teamsByNo = Map.groupBy(teamNos.length > 0 ? await listTeamsEligibleForEvent(db, { teamNos }) : [], ({ teamNo }) => teamNo)
    const existingTimes = new Map(
      (await listSlotsOfEvent(db, eventId)).map(({ teamId, round, startsAt }) => [`${teamId} ${round}`, new Date(startsAt)]),
    )
    const slots = file.rows.flatMap(({ line, cell }): ParsedSlot[] => {
      const report = (problem: FieldProblem & { field: ScheduleColumn }) =>
        void problems.push({ line, problem, value: cell(problem.field) })
      const round = toNumber(cell('round'))
      if (round === undefined || round < 1) report({ field: 'round', code: cell('round') === '' ? 'required' : 'bad-number' })
      else if (round > scheduleLimits.rounds) report({ field: 'round', code: 'too-large', values: { limit: scheduleLimits.rounds } })
      const table = cell('table')
      if (table === '') report({ field: 'table', code: 'required' })
      else if (table.length > judgeLimits.tableName) report({ field: 'table', code: 'too-long', values: { limit: judgeLimits.tableName } })
      const startsAt = parseSlotTime(cell('time'), timeZone)
      if (!startsAt) report({ field: 'time', code: cell('time') === '' ? 'required' : 'bad-format' })
      const competition = normalizeSearchText(cell('competition'))
      const candidates = (teamsByNo.get(toNumber(cell('team_no')) ?? 0) ?? []).filter(
        ({ slug, nameEn, nameAr }) =>
          competition === '' || [slug, nameEn, nameAr].some((name) => normalizeSearchText(name) === competition),
      )
      const [team] = candidates
      if (!team) report({ field: 'team_no', code: cell('team_no') === '' ? 'required' : 'not-found' })
      // team numbers are unique within a competition only
      else if (candidates.length > 1) report({ field: 'competition', code: 'required' })
      if (round === undefined || table === '' || !startsAt || !team || candidates.length > 1) return []
      const key = `${team.id} ${round}`
      const existingTime = existingTimes.get(key)
      if (existingTime) report({ field: 'team_no', ...createSlotExistsProblem(team, round, existingTime, timeZone) })
      else existingTimes.set(key, startsAt)
      return [{ line, round, table, startsAt, team }]
    })
    const result: ScheduleImportResult = {
      rows: slots
        .slice(0, listedCount)
        .map(({ line, round, table, startsAt, team }) => ({ line, round, table, startsAt: startsAt.toISOString(), teamName: team.name })),
      problems: problems.toSorted((a, b) => a.line - b.line).slice(0, listedCount),
      problemCount: problems.length,
      count: file.rows.length,
      fileColumns: file.fileColumns,
    }
    return { result, slots }
  }

  return {
    preview: async (eventId: string, { path }: ImportFile): Promise<ScheduleImportResult> =>
      (await parse(database.db, eventId, path)).result,

    /** Imports all lines or, with problems, none: then the result is `refused`. */
    run: (eventId: string, file: ImportFile, actor: Actor): Promise<ScheduleImportResult & { refused: boolean }> =>
      inTransaction(database.db, async (tx) => {
        await lockSchedule(tx, eventId)
        const { result, slots } = await parse(tx, eventId, file.path)
        if (result.problems.length > 0) return { ...result, refused: true }
        await insertMissingEventTeams(tx, eventId, [...new Set(slots.map(({ team }) => team.id))])
        const inserted = await insertSlots(
          tx,
          slots.map(({ round, table, startsAt, team }) => ({ eventId, teamId: team.id, round, tableName: table, startsAt })),
        )
        await writeAudit(tx, { actor, action: 'import', entity: 'schedule', entityId: eventId, after: { slots: inserted.length } })
        await insertImportUnlessRepeated(tx, {
          kind: 'schedule',
          eventId,
          file,
          lineCount: result.count,
          recordIds: inserted.map(({ id }) => id),
          actor,
        })
        return { ...result, refused: false }
      }),
  }
}
