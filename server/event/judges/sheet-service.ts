import { isDeepStrictEqual } from 'node:util'
import { canJudgeAtTable, findSheetTableOrDayProblem } from '#contract/event/judging/judge-assignment.ts'
import type {
  AllowAttemptRequest,
  JudgeEventData,
  JudgeSheet,
  SentSheet,
  SheetReview,
} from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import { areSlotsOnSeveralDays } from '#contract/event/schedule/slot-times.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { judgeKey } from '#contract/event/scoring/rule-set.ts'
import { removeFloatErrorsFromSheetValues } from '#contract/event/scoring/rule-set-sheet.ts'
import { getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import {
  listEventTeamsIncludingWithdrawn,
  listMatchSlotsWithEmptyTeamId,
  listTeamSlotsOfEvent,
} from '../schedule/service.ts'
import { getRankingEvent, readEventRules } from '../scores/service.ts'
import type { ScoredEvent } from '../scores/write/score-write.ts'
import { runScoreTransactionWithFreeze } from '../scores/write/score-writer.ts'
import { listCurrentRecusalsOfEvent, readOpenSecondLooksAndWrittenFeedback } from './queries-panels.ts'
import { isSecondJudgeRequiredInEvent, listUnreviewedOrLastRejectedSheetsOfEvent } from './queries-reviews.ts'
import { insertSentSheetsWithScoreLog } from './queries-sheet-writes.ts'
import {
  findSheetReceiptOfEvent,
  getEventCreationTime,
  getTeamOrMatchSheetsLockName,
  insertAttemptPermissionIfNew,
  listTeamAttemptsOfEventOrRun,
  listUnusedAttemptPermissions,
  pickAttemptsOfSheet,
  type ReceivedSheet,
  readSheetCheckContext,
  type SheetContext,
} from './queries-sheets.ts'
import { readDrawForJudges } from './scoring/match-sheets.ts'
import { listPanelRunsCompleteWithoutJudge, omitPanelAttemptsOfOtherJudges } from './scoring/panel-sheets.ts'
import { getSheetCheckAndStoreFunctions } from './scoring/sheet-scoring.ts'
import type { AuthenticatedJudge } from './session-service.ts'
import {
  assertJudgeAssignedToDayAndTable,
  assertJudgingAcceptsSheets,
  assertTeamInEvent,
  clampSheetTimes,
  isEventClosedForJudges,
} from './sheet-checks.ts'
import {
  buildSheetRow,
  type ReceivedSheetResult,
  type SheetSender,
  type SheetSenderInTimeZone,
  sheetPolicies,
  toContentAsSent,
} from './sheet-sender.ts'

/** Returns the values of a sheet without its judge, whom the server adds. */
const omitJudge = ({ [judgeKey]: _, ...values }: ScoreSheetValues): ScoreSheetValues => values

/** Tells whether a sheet that is sent has the content of the one that was received with its id. */
const isSameSheet = (
  received: ReceivedSheet,
  {
    teamId,
    round,
    values,
    score,
    timeMs,
    isDiscarded,
    opponent,
  }: Pick<JudgeSheet, 'teamId' | 'round' | 'values' | 'score' | 'timeMs' | 'isDiscarded' | 'opponent'>,
): boolean =>
  received.teamId === teamId &&
  received.round === round &&
  received.isDiscarded === isDiscarded &&
  received.sheet.opponent?.teamId === opponent?.teamId &&
  isDeepStrictEqual(
    removeFloatErrorsFromSheetValues(received.sheet.opponent?.values ?? {}),
    removeFloatErrorsFromSheetValues(opponent?.values ?? {}),
  ) &&
  // the stored values are rounded when the sheet waits for a second judge
  (values
    ? isDeepStrictEqual(
        removeFloatErrorsFromSheetValues(omitJudge(received.sheet.values ?? {})),
        removeFloatErrorsFromSheetValues(omitJudge(values)),
      )
    : received.sheet.score === score && received.sheet.timeMs === timeMs)

/**
 * Returns whether a sheet of a judge was received before. Throws `sheet-conflict` (with `isReceived`) when
 * the one with its id has other content, for example because an administrator took it in from a file before
 * the judge changed it, and `bad-input` when another event has the id.
 */
const hasReceivedSameSheetOrThrowConflict = (
  { id: eventId, rules }: ScoredEvent,
  sheet: JudgeSheet,
  judgeId: string | null,
  { received, attempts }: Pick<SheetContext, 'received' | 'attempts'>,
): boolean => {
  if (!received) return false
  if (received.eventId !== eventId) throw new AppError('bad-input', [{ field: 'id', code: 'taken' }])
  if (isSameSheet(received, sheet)) return true
  const known = omitPanelAttemptsOfOtherJudges(rules.ruleSet, judgeId, pickAttemptsOfSheet(attempts, sheet))
  throw new AppError('sheet-conflict', [], { attempts: known, isReceived: true })
}

/** Creates the service that gives judges the data of their event and receives their sheets, each once. */
export const createJudgeSheetService = ({ config, database, invalidator }: Core) => {
  /**
   * Checks a sheet in the transaction that stores it. Returns true when it waits for the decision of a head
   * judge or an administrator.
   */
  const checkSheet = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSenderInTimeZone,
    sheet: JudgeSheet,
    { team, opponent, attempts }: SheetContext,
  ): Promise<boolean> => {
    const { isOffice } = sheetPolicies[sender.role]
    assertJudgingAcceptsSheets(event, isOffice)
    if (!team.isInEvent) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
    if (opponent?.isInEvent === false)
      throw new AppError('bad-input', [{ field: 'opponent.teamId', code: 'not-found' }])
    // a judge can discard a sheet that was rejected because of the table or the day
    if (sheet.isDiscarded) return false
    if (team.isRecused || opponent?.isRecused)
      // an organizer reads about the judge, whom the other text addresses
      throw isOffice
        ? new AppError('bad-input', [{ field: 'judgeId', code: 'judge-recused' }])
        : new AppError('judge-recused')
    // an older app sends no opponent
    if (getSheetTraitsOfRound(event.rules.ruleSet, sheet.round).hasOpponent && !sheet.opponent)
      throw new AppError('bad-input', [{ field: 'opponent', code: 'required' }])
    await assertJudgeAssignedToDayAndTable(tx, sender, { ...sheet, judgedAt: sender.assignedAt })
    return getSheetCheckAndStoreFunctions(event.rules.ruleSet, sheet.round).check(
      tx,
      event,
      sender,
      sheet,
      attempts,
    )
  }

  /** Stores a sheet, and records it in the scores unless it is discarded or waits. */
  const receiveSheet = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSenderInTimeZone,
    sheet: JudgeSheet,
  ): Promise<ReceivedSheetResult> => {
    const { eventId, judgeId } = sender
    if (!sheetPolicies[sender.role].isOffice && sheet.judgeId !== null && sheet.judgeId !== judgeId)
      throw new AppError('bad-input', [{ field: 'judgeId', code: 'other-judge' }])
    const scoring = getSheetCheckAndStoreFunctions(event.rules.ruleSet, sheet.round)
    const context = await readSheetCheckContext(tx, eventId, sheet, judgeId)
    const attempts = pickAttemptsOfSheet(context.attempts, sheet)
    if (hasReceivedSameSheetOrThrowConflict(event, sheet, judgeId, context)) {
      const receipt = (await findSheetReceiptOfEvent(tx, eventId, sheet.id)) as SentSheet
      await scoring.storeRepeated(tx, event, sender, sheet, receipt)
      return { kind: 'repeated', sheet: receipt, attempts }
    }
    const isUndecided = await checkSheet(tx, event, sender, sheet, context)
    if (!sheet.isDiscarded) return scoring.store(tx, event, sender, sheet, attempts, isUndecided)
    const row = buildSheetRow(sender, sheet, toContentAsSent(sheet), null)
    return { kind: 'stored', sheet: await insertSentSheetsWithScoreLog(tx, event, row), attempts }
  }

  return {
    /** Returns what a device needs to judge without a connection. */
    getEventData: async ({ session }: AuthenticatedJudge): Promise<JudgeEventData> => {
      const { event, judge } = session
      const rankingEvent = await getRankingEvent(database.db, event.id)
      const rules = await readEventRules(database.db, rankingEvent)
      const { ruleSet, ruleVersion, draw } = rules
      const ofTeams = await listTeamSlotsOfEvent(database.db, event.id)
      // the place of a match whose teams follow from results that are missing or frozen
      const places = draw ? await listMatchSlotsWithEmptyTeamId(database.db, event.id) : []
      const slots = [
        ...ofTeams,
        ...places.filter(({ round }) => !ofTeams.some((slot) => slot.round === round)),
      ]
      const timeZone = await getSiteTimeZone({ config, database })
      const reviews = await listUnreviewedOrLastRejectedSheetsOfEvent(database.db, event.id, judge.id)
      // judges of a panel see no sheets of each other, also not those of before the round had a panel
      const isOwnSheetOrAssigned = (review: SheetReview) =>
        getSheetTraitsOfRound(ruleSet, review.round).hasSharedSheets &&
        (review.judgeId === judge.id ||
          findSheetTableOrDayProblem(judge, slots, review, timeZone) === undefined)
      const recusals = await listCurrentRecusalsOfEvent(database.db, event.id)
      const recusedTeamIds = recusals.flatMap(({ judgeId, teamId, hasLeft }) =>
        judgeId === judge.id && !hasLeft ? teamId : [],
      )
      const teams = (await listEventTeamsIncludingWithdrawn(database.db, event.id)).filter(
        ({ id }) => !recusedTeamIds.includes(id),
      )
      const attempts = await listTeamAttemptsOfEventOrRun(database.db, event.id)
      const completePanels = listPanelRunsCompleteWithoutJudge(ruleSet, judge.id, attempts, recusals)
      const isOwnTable = ({ table }: ScheduleSlot) => canJudgeAtTable(judge.tables, table)
      return {
        session,
        serverTime: new Date().toISOString(),
        timeZone,
        ruleSet,
        ruleVersion,
        isClosed: await isEventClosedForJudges(database.db, event.id),
        teams: teams.map(({ id, teamNo, name, schoolName, badgeCode, checkedInAt, withdrawal }) => ({
          id,
          teamNo,
          name,
          schoolName,
          badgeCode,
          isCheckedIn: checkedInAt !== null,
          ...(withdrawal ? { isWithdrawn: true } : {}),
        })),
        ...(areSlotsOnSeveralDays(slots, timeZone) ? { hasSeveralDays: true } : {}),
        slots: slots.filter(isOwnTable),
        otherSlots: slots
          .filter((slot) => !isOwnTable(slot))
          .map(({ teamId, round, table }) => ({ teamId, round, table })),
        attempts: omitPanelAttemptsOfOtherJudges(ruleSet, judge.id, attempts),
        ...(completePanels.length > 0 ? { completePanels } : {}),
        draw: await readDrawForJudges(database.db, { id: event.id, rules }),
        needsSecondJudge: await isSecondJudgeRequiredInEvent(database.db, event.id),
        reviews: reviews.filter(isOwnSheetOrAssigned),
        additionalAttempts: await listUnusedAttemptPermissions(database.db, event.id),
        ...(await readOpenSecondLooksAndWrittenFeedback(database.db, event.id, judge.id)),
      }
    },

    /**
     * Records a sheet as an attempt, as the correction of one, or as discarded; a sheet with the same id was
     * recorded before and changes nothing but later feedback. In an event whose sheets need a second judge,
     * the sheet waits and no score changes; sheets of a panel never wait. So does the sheet of an ordinary
     * judge about which a head judge or an administrator has to decide. `attempts` are those of the team and round,
     * or of the match, that the judge sees. Its times are limited, so no sheet is
     * rejected because of the clock of a device. Throws `judging-closed`, `results-final`,
     * `judge-not-assigned`, `judge-recused`, `rules-changed` (with the rule set as `details`),
     * `sheet-conflict` (with the attempts of the team in the round) and `bad-input`, also for the sheet of
     * another judge.
     */
    send: async (sender: SheetSender, sheet: JudgeSheet): Promise<ReceivedSheetResult> => {
      // read before the transaction, because each sheet may use one connection only
      const timeZone = await getSiteTimeZone({ config, database })
      const { eventId, judgeId } = sender
      const now = new Date()
      const signedInAt = sender.signedInAt ?? (await getEventCreationTime(database.db, eventId))
      const limited = { ...sheet, ...clampSheetTimes(sheet, signedInAt, now) }
      const isClockRight = Date.parse(limited.judgedAt) === Date.parse(sheet.judgedAt)
      const assignedAt = isClockRight ? limited.judgedAt : now.toISOString()
      return runScoreTransactionWithFreeze(
        { database, invalidator },
        eventId,
        async (tx, event) => {
          const received = await receiveSheet(tx, event, { ...sender, assignedAt, timeZone }, limited)
          const attempts = omitPanelAttemptsOfOtherJudges(event.rules.ruleSet, judgeId, received.attempts)
          return { ...received, attempts }
        },
        { lockName: getTeamOrMatchSheetsLockName(eventId, sheet) },
      )
    },

    /**
     * Allows a further attempt of a team in a round: the next sheet for it counts. A repeat changes nothing.
     * Throws `bad-input` for a team that the event does not have, for a round of a panel and for a match,
     * `judging-closed` and `results-final`.
     */
    allowAttempt: (eventId: string, { teamId, round }: AllowAttemptRequest, actor: Actor): Promise<void> =>
      runScoreTransactionWithFreeze(
        { database, invalidator },
        eventId,
        async (tx, event) => {
          assertJudgingAcceptsSheets(event, actor.userId !== null)
          await assertTeamInEvent(tx, eventId, teamId)
          if (!getSheetTraitsOfRound(event.rules.ruleSet, round).hasFurtherAttempts)
            throw new AppError('bad-input', [{ field: 'round', code: 'unknown-value' }])
          if (!(await insertAttemptPermissionIfNew(tx, { eventId, teamId, round }))) return
          await writeAudit(tx, {
            actor,
            action: 'allow-attempt',
            entity: 'event',
            entityId: eventId,
            after: { team: teamId, round },
          })
        },
        { lockName: getTeamOrMatchSheetsLockName(eventId, { teamId }) },
      ),
  }
}
