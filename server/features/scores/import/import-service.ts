import type { RuleSet } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import { findPanelRound, listPanelRounds } from '#contract/rules/rule-set-sheet.ts'
import type { ScoreImportRow } from '#contract/score.schema.ts'
import { type ScoreField, scoreFields } from '#contract/score.ts'
import type { Core } from '#server/deps.ts'
import {
  type ImportFile,
  markImportUndoneAndListRecordIds,
  type UndoImport,
} from '#server/features/imports/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { collectGarbage } from '#server/lib/collect-garbage.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import type { CsvFileColumns, CsvRowProblem, CsvWarning } from '#server/lib/parse-csv.ts'
import { findRankingEvent } from '../ranking/queries.ts'
import { readEventRules } from '../rules/event-rules.ts'
import { mapDrawnEntryIdsByTeam, replaceByDrawnTeamIds } from '../write/matches.ts'
import { addEntryIdsByNames, findParticipantEntriesAndProblems } from '../write/participants.ts'
import { countIdenticalAttempts } from '../write/queries-attempts.ts'
import type { EntryValues } from '../write/queries-entries.ts'
import {
  findJudgeProblem,
  type JudgeName,
  listPanelSheetKeysOfEvent,
  mapJudgesOfEventById,
  toUniqueJudgeNames,
} from '../write/queries-judges.ts'
import type { WriteContext } from '../write/score-write.ts'
import { inScoreTransaction, writeScores, writeScoresInTransaction } from '../write/score-writer.ts'
import { checkMatchLines } from './match-lines.ts'
import {
  parseScoreSheetsCsv,
  parseScoresCsv,
  type ScoreImportColumns,
  type SheetImportColumns,
} from './parse-files.ts'

/**
 * Creates the function that deletes the attempts of an import, and the entries that have no other attempts,
 * and restores the names that it replaced.
 */
export const createScoreImportUndo =
  (core: Core): UndoImport =>
  async ({ importId, eventId, actor }) => {
    await inScoreTransaction(core, eventId ?? '', async (tx, event) => {
      const attemptIds = await markImportUndoneAndListRecordIds(tx, importId, actor)
      await writeScores(tx, event, { kind: 'undo-import', importId, attemptIds }, { source: 'csv', actor })
    })
  }

/** How many rows and problems of a file the result has. */
const shownCount = 200
/** Files with more lines free the memory of their check before they are written. */
const linesOfLargeFile = 2000
const columnOf = (field: string) => scoreFields[field as ScoreField]?.column ?? field

/**
 * The result of a preview or an import. `rows` and `problems` are the first 200 of each; `count` and
 * `problemCount` count all.
 */
type ScoreImportResult = {
  rows: ScoreImportRow[]
  problems: CsvRowProblem[]
  problemCount: number
  count: number
  warnings: CsvWarning[]
  fileColumns: CsvFileColumns
  participantCount: number
  newEntryCount: number
}

/** Creates the service that previews and imports a CSV file of attempts, all or nothing. */
export const createScoreImportService = (
  { config, database, invalidator }: Core,
  importColumns: ScoreImportColumns,
  buildSheetColumns: (ruleSet: RuleSet, judges: readonly JudgeName[]) => SheetImportColumns,
) => {
  /** Throws `not-found`; problems of the file are in the result. */
  const readFile = async (eventId: string, csvFile: ImportFile) => {
    const event = await findRankingEvent(database.db, eventId)
    if (!event) throw new AppError('not-found')
    const rules = await readEventRules(database.db, event)
    const { ruleSet } = rules
    const timeZone = await getSiteTimeZone({ config, database })
    const judges =
      listPanelRounds(ruleSet).length > 0 ? await mapJudgesOfEventById(database.db, eventId) : undefined
    const buildColumns = (rules: RuleSet) =>
      buildSheetColumns(rules, judges ? toUniqueJudgeNames(judges) : [])
    const { problems, warnings, fileColumns, ...file } = ruleSet
      ? await parseScoreSheetsCsv(csvFile, ruleSet, { buildColumns, timeZone })
      : await parseScoresCsv(csvFile, importColumns, timeZone)
    const participants = await replaceByDrawnTeamIds(
      database.db,
      { id: eventId, rules },
      await addEntryIdsByNames(
        database.db,
        eventId,
        file.lines.map(({ participant }) => participant),
      ),
    )
    const lines = file.lines.map((line, index) => ({
      ...line,
      participant: participants[index] ?? line.participant,
    }))
    const { keys, entries, existing, ...resolved } = await findParticipantEntriesAndProblems(
      database.db,
      event,
      participants,
      true,
    )
    const participantProblems = resolved.problems.map(({ index, problem }) => ({
      line: lines[index]?.line ?? 0,
      problem: { ...problem, field: columnOf(problem.field) },
    }))
    const entryByKey = new Map(entries.map((entry) => [entry.participantKey, entry]))
    const drawn = await mapDrawnEntryIdsByTeam(database.db, { id: eventId, rules })
    const isNewEntry = ({ participantKey, teamId }: EntryValues) =>
      !existing.has(participantKey) && !drawn?.has(teamId)
    const ofMatches = drawn
      ? await checkMatchLines(
          database.db,
          eventId,
          rules,
          drawn,
          lines.map(({ line, attempt }, index) => ({
            line,
            attempt,
            teamId: entryByKey.get(keys[index] ?? '')?.teamId ?? null,
          })),
        )
      : { problems: [], warnings: [] }
    const rows = lines
      .slice(0, shownCount)
      .map(({ line, attempt: { mission, score, timeMs } }, index): ScoreImportRow => {
        const entry = entryByKey.get(keys[index] ?? '')
        const { playerName = '', teamName = '' } = entry ?? {}
        return {
          ...{ line, playerName, teamName, mission, score, timeMs },
          isNewEntry: entry === undefined || isNewEntry(entry),
        }
      })
    const recordedSheets = new Set(judges ? await listPanelSheetKeysOfEvent(database.db, eventId) : [])
    const judgeProblems = !judges
      ? []
      : lines.flatMap(({ line, attempt: { mission, values } }, index) => {
          if (!findPanelRound(ruleSet, mission) || !values?.[judgeKey]) return []
          const entry = entryByKey.get(keys[index] ?? '')
          const problem = findJudgeProblem(judges, { teamId: entry?.teamId ?? null, values })
          if (problem) return [{ line, problem: { ...problem, field: judgeKey } }]
          const sheet = `${existing.get(keys[index] ?? '')?.id ?? keys[index]} ${mission} ${values[judgeKey]}`
          if (recordedSheets.has(sheet))
            return [{ line, problem: { field: judgeKey, code: 'taken' as const } }]
          recordedSheets.add(sheet)
          return []
        })
    const allProblems = [...problems, ...participantProblems, ...judgeProblems, ...ofMatches.problems]
    const result: ScoreImportResult = {
      rows,
      problems: allProblems.toSorted((a, b) => a.line - b.line).slice(0, shownCount),
      problemCount: allProblems.length,
      warnings: [...warnings, ...ofMatches.warnings],
      fileColumns,
      count: lines.length,
      participantCount: entries.length,
      newEntryCount: entries.filter(isNewEntry).length,
    }
    return {
      result,
      lines,
      isOfMatches: drawn !== undefined,
      getEntryId: (index: number) => existing.get(keys[index] ?? '')?.id,
    }
  }

  return {
    /** Returns the columns of a file of attempts of an event. Throws `not-found`. */
    getColumns: async (eventId: string): Promise<readonly ImportColumn[]> => {
      const event = await findRankingEvent(database.db, eventId)
      if (!event) throw new AppError('not-found')
      const { ruleSet } = await readEventRules(database.db, event)
      return (
        ruleSet
          ? buildSheetColumns(ruleSet, toUniqueJudgeNames(await mapJudgesOfEventById(database.db, eventId)))
          : importColumns
      ).columns
    },

    preview: async (eventId: string, file: ImportFile): Promise<ScoreImportResult> => {
      const { result, lines, isOfMatches, getEntryId } = await readFile(eventId, file)
      // the newest sheet of a match replaces an earlier one
      if (isOfMatches) return result
      const attempts = lines.flatMap(({ attempt: { mission, score, timeMs } }, index) => {
        const entryId = getEntryId(index)
        return entryId === undefined ? [] : [{ entryId, mission, score, timeMs }]
      })
      const count = await countIdenticalAttempts(database.db, attempts)
      return count === 0
        ? result
        : { ...result, warnings: [...result.warnings, { code: 'attempts-exist', values: { count } }] }
    },

    /** Imports all lines or, with problems, none; the result is then `refused`. */
    run: async (
      eventId: string,
      file: ImportFile,
      context: WriteContext,
    ): Promise<ScoreImportResult & { refused: boolean }> => {
      const { result, lines } = await readFile(eventId, file)
      if (result.problems.length > 0) return { ...result, refused: true }
      // what the check of the file used is free now
      if (lines.length > linesOfLargeFile) collectGarbage()
      const { createdCount } = await writeScoresInTransaction(
        { database, invalidator },
        eventId,
        { kind: 'add', attempts: lines, file },
        context,
      )
      return { ...result, newEntryCount: createdCount, refused: false }
    },
  }
}
