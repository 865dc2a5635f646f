import type { RuleSet } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import type { ScoreImportRow } from '#contract/score.schema.ts'
import { type ParticipantText, type ScoreField, scoreFields } from '#contract/score.ts'
import { getPanelSheetKey, listPanelRounds } from '#contract/scoring/rule-set-sheet.ts'
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
import { checkMatchLines } from '../scoring/match-lines.ts'
import { mapDrawnEntryIdsByTeam } from '../scoring/match-writes.ts'
import { readDrawnTeams } from '../scoring/queries-draws.ts'
import { type ParticipantLine, resolveParticipants } from '../write/participants.ts'
import { countIdenticalAttempts, hasTimedAttempts } from '../write/queries-attempts.ts'
import { type EntryValues, isIdempotencyKeyUsed } from '../write/queries-entries.ts'
import {
  findJudgeProblem,
  type JudgeName,
  listPanelSheetKeysOfEvent,
  mapJudgesOfEventById,
  toUniqueJudgeNames,
} from '../write/queries-judges.ts'
import { findRunsRecordedAsSheets } from '../write/recorded-runs.ts'
import type { WriteContext } from '../write/score-write.ts'
import {
  runScoreTransactionWithFreeze,
  writeScores,
  writeScoresInTransaction,
} from '../write/score-writer.ts'
import {
  type ParsedScoreLine,
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
    await runScoreTransactionWithFreeze(core, eventId ?? '', async (tx, event) => {
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
  registeredCount: number
  newParticipantCount: number
  recordedCount: number
}

/** A line of a file with what its participant means. `isRecorded` says that a judge's sheet has the same run. */
type CheckedLine = ParsedScoreLine &
  ParticipantLine & { entry: EntryValues | undefined; entryId: string | undefined; isRecorded: boolean }

const toRow = (
  { line, attempt: { mission, score, timeMs }, team, entry, isRecorded }: CheckedLine,
  isNewEntry: (entry: EntryValues) => boolean,
): ScoreImportRow => {
  const { playerName = '', teamNo = '', teamName = '', userId = null, teamId = null } = entry ?? {}
  const isNew = entry === undefined || isNewEntry(entry)
  return {
    ...{ line, playerName, teamNo, teamName, mission, score, timeMs },
    competition: team ? { en: team.competition.en, ar: team.competition.ar } : null,
    kind: teamId !== null ? 'team' : userId !== null ? 'account' : 'guest',
    isNewEntry: isNew,
    isRecorded,
  }
}

/** At most so many participants are named in a warning. */
const namedParticipants = 5
const warnOfLines = (code: CsvWarning['code'], names: readonly string[]): CsvWarning[] => {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return []
  const named = distinct.slice(0, namedParticipants).map((name) => `\u2068${name}\u2069`)
  const listed = [...named, ...(distinct.length > namedParticipants ? ['…'] : [])].join(', ')
  return [{ code, values: { count: distinct.length, names: listed } }]
}

/**
 * Warns of guests that receive results although the event has teams, of names of players beside teams, of names
 * that are not those of the teams with the number, and of runs that judges' sheets have recorded.
 */
const listParticipantWarnings = (lines: readonly CheckedLine[]): CsvWarning[] => {
  const recorded = lines.filter(({ isRecorded }) => isRecorded).length
  return [
    ...warnOfLines(
      'guests-beside-teams',
      lines.flatMap(({ isKeptGuest, entry }) =>
        isKeptGuest && entry ? [entry.teamName || entry.playerName || entry.teamNo] : [],
      ),
    ),
    ...warnOfLines(
      'player-names-of-teams',
      lines.flatMap(({ hasUnusedPlayerName, team, participant: { playerName = '' } }) =>
        hasUnusedPlayerName && team ? [`${team.teamNo} ${team.name}: ${playerName}`] : [],
      ),
    ),
    ...warnOfLines(
      'other-team-names',
      lines.flatMap(({ hasOtherName, team, participant: { teamName = '' } }) =>
        hasOtherName && team ? [`${team.teamNo} ${team.name} ≠ ${teamName}`] : [],
      ),
    ),
    ...(recorded > 0 ? [{ code: 'runs-recorded' as const, values: { count: recorded } }] : []),
  ]
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
      : await parseScoresCsv(csvFile, importColumns, {
          timeZone,
          needsTimes: await hasTimedAttempts(database.db, eventId),
        })
    const { lines } = file
    const resolved = await resolveParticipants(
      database.db,
      event,
      lines.map(({ participant }) => participant),
      'csv',
    )
    const { entries, existing } = resolved
    const entryByKey = new Map(entries.map((entry) => [entry.participantKey, entry]))
    const drawn = mapDrawnEntryIdsByTeam({
      drawnTeams: await readDrawnTeams(database.db, { id: eventId, ruleSet }),
    })
    const isNewEntry = ({ participantKey, teamId }: EntryValues) =>
      !existing.has(participantKey) && !drawn?.has(teamId)
    const isRecorded = await findRunsRecordedAsSheets(
      database.db,
      eventId,
      lines.map(({ attempt: { mission, score, timeMs, values = null } }, index) => ({
        entryId: existing.get(resolved.lines[index]?.key ?? '')?.id,
        teamId: resolved.lines[index]?.team?.id ?? null,
        ...{ mission, score, timeMs, values },
      })),
    )
    const checked = lines.map((line, index): CheckedLine => {
      const meant = resolved.lines[index] as ParticipantLine
      const entry = entryByKey.get(meant.key)
      return {
        ...line,
        ...meant,
        entry,
        entryId: existing.get(meant.key)?.id,
        isRecorded: isRecorded[index] === true,
      }
    })
    const unknown = new Set(resolved.problems.map(({ index }) => index))
    const participantProblems = resolved.problems.map(({ index, problem }): CsvRowProblem => {
      const { line = 0, participant } = lines[index] ?? {}
      const value = participant?.[problem.field as ParticipantText]
      return {
        line,
        problem: { ...problem, field: columnOf(problem.field) },
        ...(value === undefined ? {} : { value }),
      }
    })
    const ofMatches = drawn
      ? await checkMatchLines(
          database.db,
          eventId,
          rules,
          drawn,
          checked
            .filter(({ isRecorded }, index) => !isRecorded && !unknown.has(index))
            .map(({ line, attempt, entry }) => ({ line, attempt, teamId: entry?.teamId ?? null })),
        )
      : { problems: [], warnings: [] }
    const recordedSheets = new Set(judges ? await listPanelSheetKeysOfEvent(database.db, eventId) : [])
    const judgeProblems = !judges
      ? []
      : checked.flatMap(({ line, attempt: { mission, values }, entry, entryId, key, isRecorded }) => {
          const panelSheet = getPanelSheetKey(ruleSet, { mission, values })
          if (panelSheet === undefined || !values?.[judgeKey] || isRecorded) return []
          const problem = findJudgeProblem(judges, { teamId: entry?.teamId ?? null, values })
          if (problem) return [{ line, problem: { ...problem, field: judgeKey } }]
          const sheet = `${entryId ?? key} ${panelSheet}`
          if (recordedSheets.has(sheet))
            return [{ line, problem: { field: judgeKey, code: 'taken' as const } }]
          recordedSheets.add(sheet)
          return []
        })
    const allProblems = [...problems, ...participantProblems, ...judgeProblems, ...ofMatches.problems]
    const isRegistered = ({ userId, teamId }: EntryValues) => userId !== null || teamId !== null
    const result: ScoreImportResult = {
      rows: checked.slice(0, shownCount).map((line) => toRow(line, isNewEntry)),
      problems: allProblems.toSorted((a, b) => a.line - b.line).slice(0, shownCount),
      problemCount: allProblems.length,
      warnings: [...warnings, ...listParticipantWarnings(checked), ...ofMatches.warnings],
      fileColumns,
      count: lines.length,
      participantCount: entries.length,
      newEntryCount: entries.filter(isNewEntry).length,
      registeredCount: entries.filter(isRegistered).length,
      newParticipantCount: entries.filter((entry) => !isRegistered(entry) && isNewEntry(entry)).length,
      recordedCount: checked.filter(({ isRecorded }) => isRecorded).length,
    }
    return { result, checked, isOfMatches: drawn !== undefined }
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
      const { result, checked, isOfMatches } = await readFile(eventId, file)
      // the newest sheet of a match replaces an earlier one
      if (isOfMatches) return result
      const attempts = checked.flatMap(({ entryId, isRecorded, attempt: { mission, score, timeMs } }) =>
        entryId === undefined || isRecorded ? [] : [{ entryId, mission, score, timeMs }],
      )
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
      const { result, checked } = await readFile(eventId, file)
      const { idempotency } = context
      // a repeat is answered as the first request was, although its lines may have problems since
      const isRepeat =
        idempotency !== undefined &&
        (await isIdempotencyKeyUsed(database.db, `scores:${eventId}`, idempotency.key))
      if (result.problems.length > 0 && !isRepeat) return { ...result, refused: true }
      // what the check of the file used is free now
      if (checked.length > linesOfLargeFile) collectGarbage()
      const { createdCount } = await writeScoresInTransaction(
        { database, invalidator },
        eventId,
        {
          kind: 'add',
          attempts: checked.map(({ participant, attempt }) => ({ participant, attempt })),
          file,
        },
        context,
      )
      const count = result.count - result.recordedCount
      return {
        ...result,
        ...{ problems: [], problemCount: 0, count, newEntryCount: createdCount, refused: false },
      }
    },
  }
}
