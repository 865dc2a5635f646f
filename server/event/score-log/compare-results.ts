import { isDeepStrictEqual } from 'node:util'
import type { TotalRule } from '#contract/event/event.ts'
import type { LoggedDraw, LoggedRule, ScoreLogProblem } from '#contract/event/scores/score-log.schema.ts'
import { type CalculationVersion, calculationVersions } from '#contract/event/scoring/rule-set.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import type { Db } from '#server/platform/db/open.ts'
import {
  type EventRules,
  findEventDraw,
  hashParticipantAndTeam,
  hashRuleSet,
  hashTeamOfEntry,
  listDrawnEntriesOfEvent,
  listRuleSetVersionsOfEvent,
} from '../scores/service.ts'
import type { ChainCheck, LoggedRuleSet } from './check-chain.ts'
import {
  forEachRowInPartsAndCount,
  type Report,
  reportAwardAdvancementAndSheetDifferences,
  reportCertificateDifferences,
  reportPublicationDifferences,
} from './compare-records.ts'
import { findRuleSetOfEventByVersion, type LoggedEvent } from './queries.ts'
import {
  type CheckedEntry,
  type CheckedRanking,
  findStoredFreeze,
  listAllTeamIds,
  listNextAttemptsToCheck,
  listNextEntriesToCheck,
} from './queries-checked-results.ts'
import {
  computeTotalsOfReplay,
  type ReplayedParticipant,
  type ReplayedRanking,
  rankReplayedTotals,
  type ScoreLogReplay,
} from './replay.ts'

const attemptFields = ['entryId', 'mission', 'score', 'timeMs', 'at', 'values', 'ruleVersion'] as const
const totalFields = [
  'score',
  'timeMs',
  'totalScore',
  'totalTimeMs',
  'reachedAt',
  'attemptCount',
  'rankingKey',
  'hasRankOfAlliance',
] as const

/**
 * Tells whether an entry has what an erasure leaves: a team without a player, or no participant, with the
 * name of a team only when it had one.
 */
const isAnonymous = (entry: CheckedEntry, { teamHash }: ReplayedParticipant): boolean => {
  const { id, participantKey, playerName, schoolName, userId, teamName, teamNo } = entry
  if (teamHash !== null && playerName === '') return true
  const hasNoTeamName = teamHash !== null || (teamName === '' && teamNo === '')
  return (
    participantKey === `erased:${id}` &&
    playerName === anonymousNames.player &&
    schoolName === '' &&
    userId === null &&
    hasNoTeamName
  )
}

/** An entry without a team that had one by its log, and whose participant key does not name it. */
type EntryWithoutTeam = { entryId: string; teamHash: string }

/**
 * Compares the participant and the names of an entry with the hashes of its log. Returns an entry that lost
 * its team.
 */
const compareParticipant = (
  entry: CheckedEntry,
  logged: ReplayedParticipant | undefined,
  report: Report,
): EntryWithoutTeam | undefined => {
  const { id: entryId, participantKey, participantSalt, userId, teamId } = entry
  const hashes = participantSalt === null ? undefined : hashParticipantAndTeam(participantSalt, entry)
  const hasLoggedTeam = teamId === null || hashes?.teamHash === logged?.teamHash
  const isOwnAccount = userId === null || participantKey === `user:${userId}`
  if (
    !hashes ||
    hashes.participantHash !== logged?.participantHash ||
    !hasLoggedTeam ||
    !isOwnAccount ||
    entry.isUnlinked
  )
    report({ code: 'participant-differs', entryId })
  else if (logged.isErased && !isAnonymous(entry, logged)) report({ code: 'erasure-differs', entryId })
  else if (teamId === null && logged.teamHash !== null && !participantKey.startsWith('team:'))
    return { entryId, teamHash: logged.teamHash }
  return undefined
}

/** Reports the entries whose team still exists: only a team that was deleted leaves no reference. */
const compareTeamsOfEntries = async (
  db: Db,
  entries: readonly EntryWithoutTeam[],
  report: Report,
): Promise<void> => {
  if (entries.length === 0) return
  const teamIds = await listAllTeamIds(db)
  for (const { entryId, teamHash } of entries)
    if (teamIds.some((teamId) => hashTeamOfEntry(entryId, teamId) === teamHash))
      report({ code: 'participant-differs', entryId })
}

/**
 * Compares the attempts, totals and participants of a ranking with those that the log gives. Returns the
 * totals and the number of attempts and entries in the database.
 */
const compareRanking = async (
  db: Db,
  source: { eventId: string; ranking: CheckedRanking },
  replay: ReplayedRanking,
  report: Report,
): Promise<{
  totals: ReturnType<typeof computeTotalsOfReplay>
  attemptCount: number
  entryCount: number
}> => {
  const unseenAttempts = new Set(replay.attempts.keys())
  const attemptCount = await forEachRowInPartsAndCount(
    (afterId) => listNextAttemptsToCheck(db, source, afterId),
    (attempt) => {
      const logged = replay.attempts.get(attempt.id)
      unseenAttempts.delete(attempt.id)
      const record = { entryId: attempt.entryId, attemptId: attempt.id }
      if (!logged) return report({ code: 'attempt-added', ...record })
      for (const field of attemptFields)
        if (!isDeepStrictEqual(attempt[field], logged[field]))
          report({ code: 'attempt-differs', ...record, field })
    },
  )
  for (const attemptId of unseenAttempts)
    report({ code: 'attempt-missing', attemptId, entryId: replay.attempts.get(attemptId)?.entryId as string })

  const totals = computeTotalsOfReplay(
    replay,
    await readEventRulesOfLoggedRule(db, source.eventId, replay.rule),
  )
  const unseenEntries = new Set(totals.keys())
  const entriesWithoutTeam: EntryWithoutTeam[] = []
  const entryCount = await forEachRowInPartsAndCount(
    (afterId) => listNextEntriesToCheck(db, source, afterId),
    (entry) => {
      const total = totals.get(entry.id)
      unseenEntries.delete(entry.id)
      if (!total) return report({ code: 'entry-empty', entryId: entry.id })
      for (const field of totalFields)
        if (!isDeepStrictEqual(entry[field], total[field]))
          report({ code: 'total-differs', entryId: entry.id, field })
      const participant = replay.participants.get(entry.id)
      if (!replay.hasParticipants && !participant) return
      const entryWithoutTeam = compareParticipant(entry, participant, report)
      if (entryWithoutTeam) entriesWithoutTeam.push(entryWithoutTeam)
    },
  )
  await compareTeamsOfEntries(db, entriesWithoutTeam, report)
  for (const entryId of unseenEntries) report({ code: 'entry-missing', entryId })
  return { totals, attemptCount, entryCount }
}

/** Compares the freeze of an event, planned or not, and the frozen ranking with those that its log gives. */
const compareFreeze = async (
  db: Db,
  eventId: string,
  { freeze: logged, frozen }: ScoreLogReplay,
  report: Report,
): Promise<void> => {
  const stored = await findStoredFreeze(db, eventId)
  for (const field of ['freezeAt', 'frozenAt'] as const)
    if (stored?.[field] !== logged?.[field]) report({ code: 'freeze-differs', field })
  if (!stored || !frozen) return
  const reportFrozen: Report = (problem) => report({ ...problem, ranking: 'frozen' })
  const { entryCount } = await compareRanking(db, { eventId, ranking: 'frozen' }, frozen, reportFrozen)
  if (entryCount !== stored.entryCount) report({ code: 'freeze-differs', field: 'entryCount' })
}

/**
 * Returns true when the draw of an event and the teams of its entries are those of the log. A deleted team
 * leaves no reference.
 */
const isDrawAsLogged = async (db: Db, eventId: string, logged: LoggedDraw | null): Promise<boolean> => {
  const draw = await findEventDraw(db, eventId)
  if (!draw || !logged) return !draw && !logged
  const { teamHashes, ...loggedDraw } = logged
  const teamIds = new Map(
    (await listDrawnEntriesOfEvent(db, eventId)).map(({ entryId, teamId }) => [entryId, teamId]),
  )
  const areTeamsAsLogged = draw.sides.flat().every((entryId, at) => {
    const teamId = teamIds.get(entryId)
    return teamId === null || (teamId !== undefined && hashTeamOfEntry(entryId, teamId) === teamHashes[at])
  })
  return areTeamsAsLogged && isDeepStrictEqual(draw, loggedDraw)
}

/**
 * Compares the attempts, totals, participants, publication, freeze, awards, advancement, sheets and
 * certificates of an event with those that its log gives. Returns the number of attempts and entries in the database.
 */
export const reportDifferencesAndCountResults = async (
  db: Db,
  event: LoggedEvent,
  { replay, rowCount }: Pick<ChainCheck, 'replay' | 'rowCount'>,
  report: Report,
): Promise<{ attemptCount: number; entryCount: number }> => {
  const { totals, attemptCount, entryCount } = await compareRanking(
    db,
    { eventId: event.id, ranking: 'current' },
    replay,
    report,
  )
  await reportPublicationDifferences(db, event.id, replay, report)
  await compareFreeze(db, event.id, replay, report)
  await reportAwardAdvancementAndSheetDifferences(db, event.id, replay, report)
  await reportCertificateDifferences(
    db,
    event.id,
    { ranks: rankReplayedTotals(totals), publication: replay.publication },
    report,
  )
  const totalRule = replay.rule?.totalRule ?? 'sum-of-best'
  if (rowCount > 0 && totalRule !== event.totalRule) report({ code: 'total-differs', field: 'totalRule' })
  if (rowCount > 0 && getLoggedCalculation(replay.rule) !== event.calculation)
    report({ code: 'total-differs', field: 'calculation' })
  if (!(await isDrawAsLogged(db, event.id, replay.rule?.draw ?? null))) report({ code: 'draw-differs' })
  if (event.entryCount !== entryCount) report({ code: 'total-differs', field: 'entryCount' })
  return { attemptCount, entryCount }
}

/**
 * Compares the rule sets of an event with the hashes that its log has of them, and the newest version with
 * the last one that the log names.
 */
export const reportRuleSetDifferences = async (
  db: Db,
  eventId: string,
  logged: readonly LoggedRuleSet[],
  report: (problem: ScoreLogProblem) => void,
): Promise<void> => {
  const versions = await listRuleSetVersionsOfEvent(db, eventId)
  const stored = new Map(versions.map(({ version, ruleSet }) => [version, ruleSet]))
  for (const { sequence, version, hash } of logged) {
    const ruleSet = stored.get(version)
    if (ruleSet === undefined || (ruleSet && hashRuleSet(ruleSet)) !== hash)
      report({ code: 'rule-set-differs', sequence })
  }
  const last = logged.at(-1)
  const newest = versions.at(-1)
  // a version that is missing is reported above
  if (newest && newest.version > (last?.version ?? 0))
    report({
      code: 'rule-set-differs',
      ...(last ? { sequence: last.sequence } : {}),
      field: String(newest.version),
    })
}

/** Returns the version of the calculation that a log names, 1 when it names none. */
const getLoggedCalculation = (rule: LoggedRule | null): CalculationVersion =>
  calculationVersions.find((version) => version === rule?.calculation) ?? 1

/**
 * Returns the rules that a log names. A log without a row about them means the default ranking with the best
 * attempt of each round.
 */
export const readEventRulesOfLoggedRule = async (
  db: Db,
  eventId: string,
  rule: LoggedRule | null,
): Promise<EventRules> => {
  const version = rule?.ruleSetVersion ?? null
  const ruleSet = version === null ? null : await findRuleSetOfEventByVersion(db, eventId, version)
  return {
    totalRule: (rule?.totalRule ?? 'sum-of-best') as TotalRule,
    ruleSet,
    ruleVersion: ruleSet ? version : null,
    calculation: getLoggedCalculation(rule),
    draw: rule?.draw ?? null,
  }
}
