import { hasEmailMaskDots } from '#contract/accounts/identity.ts'
import type { ScoreImportRow } from '#contract/event/scores/score.schema.ts'
import { type ParticipantText, type ScoreField, scoreFields } from '#contract/event/scores/score.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { getPanelSheetKey, listPanelRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import { joinUpToFiveNames } from '#contract/platform/text.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { ImportRequest, ImportTarget } from '#server/platform/imports/import-definition.ts'
import type { ReadFile } from '#server/platform/imports/read-import-file.ts'
import { type ImportFile, markUndoneWithAuditAndListRecordIds } from '#server/platform/imports/service.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { collectGarbage } from '#server/platform/lib/collect-garbage.ts'
import type { CsvRowProblem, CsvWarning } from '#server/platform/lib/csv-problems.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import { findRankingEvent, type RankingEventWithFreeze } from '../ranking/queries.ts'
import { type EventRules, readEventRules } from '../rules/event-rules.ts'
import { listMatchImportProblemsAndWarnings } from '../scoring/match-lines.ts'
import { mapDrawnEntryIdsByTeam } from '../scoring/match-writes.ts'
import { mapTeamIdByDrawnEntry } from '../scoring/queries-draws.ts'
import { matchParticipantsToEntries, type ParticipantLine } from '../write/participants.ts'
import { countAttemptsAlreadyStored, hasEventTimedAttempts } from '../write/queries-attempts.ts'
import { type EntryValues, isIdempotencyKeyUsed } from '../write/queries-entries.ts'
import { findJudgeProblem, listPanelSheetKeysOfEvent, mapJudgesOfEventById } from '../write/queries-judges.ts'
import { checkWhichRunsSheetsRecorded } from '../write/recorded-runs.ts'
import { runScoreTransactionWithFreeze, writeScores } from '../write/score-writer.ts'
import {
  type BuildSheetColumns,
  type ParsedScoreLine,
  parseScoreLines,
  parseScoreSheetLines,
} from './parse-files.ts'

/** Files with more lines free the memory of their check before they are written. */
const linesOfLargeFile = 2000
const columnOf = (field: string) => scoreFields[field as ScoreField]?.column ?? field

/** The event that scores are imported into; `judges` are those of an event with panels. */
type ScoreImportContext = {
  event: RankingEventWithFreeze
  rules: EventRules
  timeZone: string
  needsTimes: boolean
  judges: Awaited<ReturnType<typeof mapJudgesOfEventById>> | undefined
}

/** Reads the event that scores are imported into. Throws `not-found`. */
export const readScoreImportContextOrThrow = async (
  core: Core,
  db: Db,
  eventId: string,
): Promise<ScoreImportContext> => {
  const event = await findRankingEvent(db, eventId)
  if (!event) throw new AppError('not-found')
  const rules = await readEventRules(db, event)
  return {
    event,
    rules,
    timeZone: await getSiteTimeZone(core),
    needsTimes: rules.ruleSet === null && (await hasEventTimedAttempts(db, eventId)),
    judges: listPanelRounds(rules.ruleSet).length > 0 ? await mapJudgesOfEventById(db, eventId) : undefined,
  }
}

/** A line of a file with what its participant means. `isRecorded` says that a judge's sheet has the same run. */
type CheckedLine = ParsedScoreLine &
  ParticipantLine & {
    entry: EntryValues | undefined
    entryId: string | undefined
    isNewEntry: boolean
    isRecorded: boolean
  }

/** Returns a line as the reply lists it. */
export const toScoreImportReplyRow = ({
  line,
  attempt: { mission, score, timeMs },
  team,
  entry,
  isNewEntry,
  isRecorded,
}: CheckedLine): ScoreImportRow => {
  const { playerName = '', teamNo = '', teamName = '', userId = null, teamId = null } = entry ?? {}
  return {
    line,
    playerName,
    teamNo,
    teamName,
    mission,
    score,
    timeMs,
    competition: team ? { en: team.competition.en, ar: team.competition.ar } : null,
    kind: teamId !== null ? 'team' : userId !== null ? 'account' : 'guest',
    isNewEntry,
    isRecorded,
  }
}

const warnOfLines = (code: CsvWarning['code'], names: readonly string[]): CsvWarning[] => {
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return []
  return [{ code, values: { count: distinct.length, names: joinUpToFiveNames(distinct) } }]
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

const warnOfMaskedEmails = (lines: readonly ParsedScoreLine[]): CsvWarning[] =>
  lines.some(({ participant: { playerEmail } }) => playerEmail && hasEmailMaskDots(playerEmail))
    ? [{ code: 'masked-emails', values: {} }]
    : []

/** Parses and checks the attempts of a file: their participants, their sides of matches and their judges. */
export const parseAndCheckScoreImport = async (
  file: ReadFile<string>,
  { db, eventId, context, regionLimit }: ImportTarget<ScoreImportContext> & { db: Db },
  buildColumns: BuildSheetColumns,
) => {
  const { event, rules, judges, timeZone } = context
  const { ruleSet } = rules
  const lines = await (ruleSet
    ? parseScoreSheetLines(file, ruleSet, { buildColumns, timeZone })
    : parseScoreLines(file, context))
  const resolved = await matchParticipantsToEntries(
    db,
    event,
    lines.map(({ participant }) => participant),
    { source: 'csv', regionLimit },
  )
  const { entries, existing } = resolved
  const entryByKey = new Map(entries.map((entry) => [entry.participantKey, entry]))
  const drawn = mapDrawnEntryIdsByTeam({
    drawnTeams: await mapTeamIdByDrawnEntry(db, { id: eventId, ruleSet }),
  })
  const isNewEntry = ({ participantKey, teamId }: EntryValues) =>
    !existing.has(participantKey) && !drawn?.has(teamId)
  const isRecorded = await checkWhichRunsSheetsRecorded(
    db,
    eventId,
    lines.map(({ attempt: { mission, score, timeMs, values = null } }, index) => ({
      entryId: existing.get(resolved.lines[index]?.key ?? '')?.id,
      teamId: resolved.lines[index]?.team?.id ?? null,
      mission,
      score,
      timeMs,
      values,
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
      isNewEntry: entry === undefined || isNewEntry(entry),
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
    ? await listMatchImportProblemsAndWarnings(
        db,
        eventId,
        rules,
        drawn,
        checked
          .filter(({ isRecorded }, index) => !isRecorded && !unknown.has(index))
          .map(({ line, attempt, entry }) => ({ line, attempt, teamId: entry?.teamId ?? null })),
      )
    : { problems: [], warnings: [] }
  const recordedSheets = new Set(judges ? await listPanelSheetKeysOfEvent(db, eventId) : [])
  const judgeProblems = !judges
    ? []
    : checked.flatMap(({ line, attempt: { mission, values }, entry, entryId, key, isRecorded }) => {
        const panelSheet = getPanelSheetKey(ruleSet, { mission, values })
        if (panelSheet === undefined || !values?.[judgeKey] || isRecorded) return []
        const problem = findJudgeProblem(judges, { teamId: entry?.teamId ?? null, values })
        if (problem) return [{ line, problem: { ...problem, field: judgeKey } }]
        const sheet = `${entryId ?? key} ${panelSheet}`
        if (recordedSheets.has(sheet)) return [{ line, problem: { field: judgeKey, code: 'taken' as const } }]
        recordedSheets.add(sheet)
        return []
      })
  const isRegistered = ({ userId, teamId }: EntryValues) => userId !== null || teamId !== null
  return {
    lines: checked,
    problems: [...participantProblems, ...judgeProblems, ...ofMatches.problems],
    warnings: [...warnOfMaskedEmails(lines), ...listParticipantWarnings(checked), ...ofMatches.warnings],
    furtherFields: {
      participantCount: entries.length,
      newEntryCount: entries.filter(isNewEntry).length,
      registeredCount: entries.filter(isRegistered).length,
      newParticipantCount: entries.filter((entry) => !isRegistered(entry) && isNewEntry(entry)).length,
      recordedCount: checked.filter(({ isRecorded }) => isRecorded).length,
    },
  }
}

/**
 * Warns of attempts that the ranking has already. In matches the newest sheet replaces an earlier one.
 */
export const listAlreadyStoredAttemptWarnings = async (
  db: Db,
  lines: readonly CheckedLine[],
  { context: { rules } }: { context: ScoreImportContext },
): Promise<CsvWarning[]> => {
  if (getEventScoringTraits(rules.ruleSet).areTeamsDrawn) return []
  const attempts = lines.flatMap(({ entryId, isRecorded, attempt: { mission, score, timeMs } }) =>
    entryId === undefined || isRecorded ? [] : [{ entryId, mission, score, timeMs }],
  )
  const count = await countAttemptsAlreadyStored(db, attempts)
  return count === 0 ? [] : [{ code: 'attempts-exist', values: { count } }]
}

/** Tells whether scores were imported with the key before. */
export const isScoreImportKeyUsed = async (
  { database }: Core,
  { eventId, idempotencyKey }: ImportRequest,
): Promise<boolean> =>
  idempotencyKey ? isIdempotencyKeyUsed(database.db, `scores:${eventId}`, idempotencyKey) : false

/** Writes the attempts of a file. */
export const writeImportedScoresWithLogs = async (
  core: Core,
  lines: readonly CheckedLine[],
  {
    eventId,
    file,
    actor,
    idempotencyKey: key,
    reportInserted,
  }: ImportRequest & { file: ImportFile; reportInserted: (count: number) => Promise<void> },
): Promise<{ count: number; newEntryCount: number }> => {
  // what the check of the file used is free now
  if (lines.length > linesOfLargeFile) collectGarbage()
  const idempotency = key ? { key, requestHash: `${file.hash}${file.dateOrder ?? ''}` } : undefined
  const attempts = lines.map(({ participant, attempt }) => ({ participant, attempt }))
  const { createdCount } = await runScoreTransactionWithFreeze(core, eventId, async (tx, event) => {
    const write = { kind: 'add' as const, attempts, file }
    const context = { source: 'csv' as const, actor, idempotency, reportAdded: reportInserted }
    const result = await writeScores(tx, event, write, context)
    await reportInserted(lines.length)
    return result
  })
  return { count: lines.filter(({ isRecorded }) => !isRecorded).length, newEntryCount: createdCount }
}

/**
 * Deletes the attempts of an import, and the entries that have no other attempts, and restores the names that it
 * replaced.
 */
export const undoScoreImport = (
  core: Core,
  { importId, eventId, actor }: { importId: string; eventId: string; actor: Actor },
): Promise<void> =>
  runScoreTransactionWithFreeze(core, eventId, async (tx, event) => {
    const attemptIds = await markUndoneWithAuditAndListRecordIds(tx, importId, actor)
    await writeScores(tx, event, { kind: 'undo-import', importId, attemptIds }, { source: 'csv', actor })
  })
