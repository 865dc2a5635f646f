import { isDeepStrictEqual } from 'node:util'
import type { JudgeSheetContent, RecordedAttempt } from '#contract/judge.ts'
import type {
  AllowAttemptRequest,
  JudgeEventData,
  JudgeSheet,
  SentSheet,
  SheetReview,
} from '#contract/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { judgeKey } from '#contract/rule-set.ts'
import { findSheetAssignmentProblem, isTableOfJudge } from '#contract/rules/judge-assignment.ts'
import {
  countMissingPanelSheets,
  findPanelRound,
  listPanelRounds,
  roundSheetValuesToThousandths,
} from '#contract/rules/rule-set-sheet.ts'
import { areOnSeveralDays } from '#contract/rules/slot-times.ts'
import type { ScheduleSlot } from '#contract/schedule.schema.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import {
  listEventTeams,
  listMatchSlotsHidingTeams,
  listTeamSlotsOfEvent,
} from '#server/features/schedule/service.ts'
import {
  checkAndScoreAttemptByRules,
  getRankingEvent,
  readEventRules,
} from '#server/features/scores/service.ts'
import type { ScoredEvent } from '#server/features/scores/write/score-write.ts'
import { inScoreTransaction } from '#server/features/scores/write/score-writer.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/lib/cache-invalidation.ts'
import {
  hasMatchSideConflict,
  isMatchSheet,
  type MatchSheet,
  readDrawForJudges,
  validateAndScoreMatchSheet,
} from './match-sheets.ts'
import {
  listCurrentRecusals,
  readSecondLooksAndFeedbackOfJudge,
  saveOrDeleteFeedback,
  setSecondLookAnswered,
} from './queries-panels.ts'
import { insertSentSheet, setJudgedAtOfSheet } from './queries-sheet-writes.ts'
import {
  findLastSheetOfAttempt,
  findSheetReceiptOfEvent,
  getEventCreationTime,
  getSheetLockName,
  insertAttemptPermissionIfNew,
  insertSheetReview,
  isSecondJudgeRequired,
  listAttemptPermissions,
  listTeamAttemptsOfEvent,
  listWaitingOrRejectedSheetReviews,
  readSheetContext,
  type SheetContext,
  selectAttemptsOfSheet,
} from './queries-sheets.ts'
import type { AuthenticatedJudge } from './session-service.ts'
import {
  assertJudgeAssigned,
  assertJudgingAcceptsSheets,
  assertSheetUpToDate,
  assertTeamInEvent,
  checkDecisionAndUsePermission,
  isEventClosedForJudges,
  isPanelSheetOutdated,
  isRepeatedSheetOrThrow,
  limitSheetTimes,
  recordSheetInScores,
  selectAttemptsForJudge,
} from './sheet-checks.ts'

/** Who sends a sheet: a judge on a device, or a user of the back office for a judge. */
type SheetRole = 'judge' | 'headJudge' | 'office' | 'decidingOffice'

/** What the checks of a sheet do for a role. */
type SheetPolicy = {
  /** The sheet may be that of another judge, and is accepted until the results are final. */
  isOffice: boolean
  /**
   * What happens to a sheet whose round has other results than its judge knew: it waits for a decision, its sender
   * is asked, it is refused also where it would replace a result, or it counts, because a person has decided.
   */
  onConflict: 'wait' | 'ask' | 'refuse' | 'accept'
}
const policies: Record<SheetRole, SheetPolicy> = {
  judge: { isOffice: false, onConflict: 'wait' },
  headJudge: { isOffice: false, onConflict: 'ask' },
  office: { isOffice: true, onConflict: 'refuse' },
  decidingOffice: { isOffice: true, onConflict: 'accept' },
}

type SheetSender = {
  eventId: string
  judgeId: string | null
  /** Empty for all tables or all days. */
  tables: readonly string[]
  days: readonly string[]
  device: string
  /**
   * When the device was signed in, for a user of the back office when the judge was created; null for an
   * unknown judge, who counts as signed in when the event was created.
   */
  signedInAt: Date | null
  role: SheetRole
  actor: Actor
}
/** Returns the user of the back office who takes a sheet in. */
const getImportingUserId = ({ role, actor }: SheetSender): string | null =>
  policies[role].isOffice ? actor.userId : null

/**
 * The sender of a score sheet, and the time and time zone that decide on its day: the time of the sheet, or
 * the present one when the clock of the device is wrong.
 */
type SheetSenderInTimeZone = SheetSender & { assignedAt: string; timeZone: string }

/**
 * What became of a sheet: it is stored, and counts unless it is discarded; it waits for a second judge or a decision;
 * it came after a newer one of its judge; or it was received before. `attempts` are those of its team and round, or
 * of its match, after it.
 */
type ReceivedSheetResult = {
  kind: 'stored' | 'waits' | 'outdated' | 'repeated'
  sheet: SentSheet
  attempts: readonly RecordedAttempt[]
}

/** Lists the runs of panels that need no sheet of a judge who has sent none, because others have filled in all. */
const listCompletePanels = (
  ruleSet: RuleSet | null,
  judgeId: string,
  attempts: readonly RecordedAttempt[],
  recusals: Awaited<ReturnType<typeof listCurrentRecusals>>,
): { teamId: string; round: number }[] =>
  listPanelRounds(ruleSet).flatMap(({ number: round, panel }) =>
    [
      ...Map.groupBy(
        attempts.filter((attempt) => attempt.round === round),
        ({ teamId }) => teamId,
      ),
    ].flatMap(([teamId, ofTeam]) => {
      const present = ofTeam.map(({ values }) => String(values?.[judgeKey] ?? ''))
      const recusedIds = recusals.flatMap((recusal) => (recusal.teamId === teamId ? recusal.judgeId : []))
      const isComplete =
        !present.includes(judgeId) && countMissingPanelSheets(panel, present, recusedIds) === 0
      return isComplete ? { teamId, round } : []
    }),
  )

/** Creates the service that gives judges the data of their event and receives their sheets, each once. */
export const createJudgeSheetService = ({ config, database, invalidator }: Core) => {
  /**
   * Throws `sheet-conflict` when other sides play a match by the results, unless a head judge knows it, and
   * when an imported sheet would replace a result.
   */
  const assertNoMatchConflict = (
    event: ScoredEvent,
    onConflict: SheetPolicy['onConflict'],
    sheet: JudgeSheet & MatchSheet,
    recorded: readonly RecordedAttempt[],
  ) => {
    const areOtherSidesAccepted = onConflict === 'ask' && sheet.acceptsOtherSides
    const hasOtherSides = !areOtherSidesAccepted && hasMatchSideConflict(event, sheet, recorded)
    const attempts = selectAttemptsOfSheet(recorded, sheet)
    if (hasOtherSides || (onConflict === 'refuse' && attempts.length > 0))
      throw new AppError('sheet-conflict', [], { attempts, hasOtherSides })
  }

  /**
   * Checks a sheet in the transaction that stores it. Returns true when it waits for the decision of a head
   * judge or an administrator.
   */
  const checkSheet = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSenderInTimeZone,
    sheet: JudgeSheet,
    context: SheetContext,
  ): Promise<boolean> => {
    const { isOffice, onConflict } = policies[sender.role]
    const { team, opponent, attempts } = context
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
    if (event.rules.ruleSet?.matches && !sheet.opponent)
      throw new AppError('bad-input', [{ field: 'opponent', code: 'required' }])
    await assertJudgeAssigned(tx, sender, { ...sheet, judgedAt: sender.assignedAt })
    // the sheets of the other judges of a panel are no conflict
    if (onConflict === 'accept' || findPanelRound(event.rules.ruleSet, sheet.round)) return false
    if (onConflict === 'wait')
      return checkDecisionAndUsePermission(tx, event, sheet, sender.judgeId, attempts)
    assertSheetUpToDate(event, sheet, selectAttemptsOfSheet(attempts, sheet))
    if (isMatchSheet(sheet)) assertNoMatchConflict(event, onConflict, sheet, attempts)
    // an administrator changes a recorded result on the page of scores, with a reason
    if (onConflict === 'refuse' && sheet.replaces !== null)
      throw new AppError('sheet-conflict', [], { attempts: selectAttemptsOfSheet(attempts, sheet) })
    return false
  }

  const toRow = (
    sender: SheetSender,
    sheet: JudgeSheet,
    { values, score, timeMs, ruleVersion, opponent }: JudgeSheetContent,
    attemptId: string | null,
  ) => ({
    id: sheet.id,
    eventId: sender.eventId,
    teamId: sheet.teamId,
    judgeId: sender.judgeId,
    attemptId,
    round: sheet.round,
    sheet: { values, score, timeMs, ruleVersion, ...(opponent ? { opponent } : {}) },
    isDiscarded: sheet.isDiscarded,
    device: sender.device,
    judgedAt: new Date(sheet.judgedAt),
    confirmedAt: sheet.confirmedAt === null ? null : new Date(sheet.confirmedAt),
    importedBy: getImportingUserId(sender),
  })

  /**
   * Returns a sheet with its points and time by the rules of the event, those of a match with both sides.
   * Throws `bad-input` for values that do not fit them.
   */
  const judgeSheet = (event: ScoredEvent, sheet: JudgeSheet): JudgeSheetContent => {
    if (isMatchSheet(sheet)) return validateAndScoreMatchSheet(event, sheet)
    const { round, score, timeMs, values } = sheet
    const computed = checkAndScoreAttemptByRules(event.rules, {
      mission: round,
      score,
      timeMs,
      values: values ?? undefined,
    })
    if ('problems' in computed) throw new AppError('bad-input', computed.problems)
    return computed.columns
  }

  /** Returns a sheet as it was sent. */
  const toSentContent = ({ opponent, ...sheet }: JudgeSheet): JudgeSheetContent => ({
    ...sheet,
    opponent: opponent && { ...opponent, score: 0, timeMs: 0 },
  })

  /**
   * Stores a sheet that waits for a second judge or a decision. With `acceptConflicts` it is a further
   * attempt by the rules of today.
   */
  const storeWaitingSheet = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    attempts: readonly RecordedAttempt[],
    isUndecided: boolean,
  ): Promise<SentSheet> => {
    const isAccepted = policies[sender.role].onConflict === 'accept'
    const known = isAccepted ? attempts : sheet.expected
    const sent = await insertSentSheet(tx, event, toRow(sender, sheet, judgeSheet(event, sheet), null))
    const expected = known.map(({ id, version }) => ({ id, version }))
    await insertSheetReview(tx, {
      sheetId: sheet.id,
      expected,
      replaces: isAccepted ? null : sheet.replaces,
      needsDecision: isUndecided,
    })
    // a run whose sheet waits is no longer next
    if (!event.isFrozen) event.changedTags.add(getScheduleCacheTag(event.id))
    return sent
  }

  /**
   * Stores a sheet of a panel and records it in the scores at once, as the attempt of its judge or as the
   * correction of it. A sheet that arrives after a newer one is stored, but does not change the scores, also
   * when an administrator accepts conflicts. A recorded sheet answers a request for a second look. Throws
   * `rules-changed`, and `sheet-conflict` when an administrator would replace the recorded sheet of the judge
   * by an imported one.
   */
  const storePanelSheet = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    attempts: readonly RecordedAttempt[],
  ): Promise<ReceivedSheetResult> => {
    const { ruleSet, ruleVersion } = event.rules
    const { eventId, judgeId, actor, device } = sender
    const { onConflict } = policies[sender.role]
    if (onConflict !== 'accept' && ruleVersion !== sheet.ruleVersion)
      throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
    const [own] = selectAttemptsForJudge(ruleSet, judgeId, attempts)
    if (own && onConflict === 'refuse') throw new AppError('sheet-conflict', [], { attempts: [own] })
    const { teamId, round, feedback, judgedAt } = sheet
    if (own && (await isPanelSheetOutdated(tx, sheet, own))) {
      // an attempt that an organizer typed from paper has no feedback yet
      const isTyped = (await findLastSheetOfAttempt(tx, own.id)) === undefined
      if (judgeId !== null && isTyped && feedback !== '')
        await saveOrDeleteFeedback(tx, { eventId, judgeId, teamId, round, text: feedback })
      return {
        kind: 'outdated',
        sheet: await insertSentSheet(tx, event, toRow(sender, sheet, toSentContent(sheet), null)),
        attempts,
      }
    }
    const values = { ...sheet.values, ...(judgeId === null ? {} : { [judgeKey]: judgeId }) }
    const recorded = { ...sheet, values, replaces: own?.id ?? null }
    const written = await recordSheetInScores(tx, event, recorded, { actor, judgeId, device })
    const row = toRow(sender, recorded, toSentContent(recorded), written.attemptId)
    const sent = await insertSentSheet(tx, event, row)
    const after = await listTeamAttemptsOfEvent(tx, eventId, sheet)
    const stored: ReceivedSheetResult = { kind: 'stored', sheet: sent, attempts: after }
    if (judgeId === null) return stored
    await saveOrDeleteFeedback(tx, { eventId, judgeId, teamId, round, text: feedback })
    const isCorrected = !isDeepStrictEqual(roundSheetValuesToThousandths(values), own?.values ?? {})
    await setSecondLookAnswered(tx, { judgeId, teamId, round, judgedAt }, isCorrected)
    return stored
  }

  /**
   * Stores the feedback of a sheet of a panel that was received before with an earlier text, unless a newer
   * sheet of the judge counts. Throws `judging-closed` and `results-final`.
   */
  const storeLaterFeedback = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSender,
    sheet: JudgeSheet,
    attemptId: string | null,
  ) => {
    const { eventId, judgeId } = sender
    const { id, teamId, round, feedback } = sheet
    const last = attemptId === null ? undefined : await findLastSheetOfAttempt(tx, attemptId)
    const judgedAt = new Date(sheet.judgedAt)
    if (judgeId === null || last?.id !== id || last.judgeId !== judgeId || last.judgedAt >= judgedAt) return
    assertJudgingAcceptsSheets(event, policies[sender.role].isOffice)
    await saveOrDeleteFeedback(tx, { eventId, judgeId, teamId, round, text: feedback })
    await setJudgedAtOfSheet(tx, event, id, judgedAt, getImportingUserId(sender))
  }

  /** Stores a sheet, and records it in the scores unless it is discarded or waits. */
  const receiveSheet = async (
    tx: Db,
    event: ScoredEvent,
    sender: SheetSenderInTimeZone,
    sheet: JudgeSheet,
  ): Promise<ReceivedSheetResult> => {
    const { eventId, judgeId, actor, device } = sender
    const { isOffice, onConflict } = policies[sender.role]
    if (!isOffice && sheet.judgeId !== null && sheet.judgeId !== judgeId)
      throw new AppError('bad-input', [{ field: 'judgeId', code: 'other-judge' }])
    const context = await readSheetContext(tx, eventId, sheet, judgeId)
    const attempts = selectAttemptsOfSheet(context.attempts, sheet)
    const isOfPanel = findPanelRound(event.rules.ruleSet, sheet.round) !== undefined
    if (isRepeatedSheetOrThrow(event, sheet, judgeId, context)) {
      const receipt = (await findSheetReceiptOfEvent(tx, eventId, sheet.id)) as SentSheet
      if (isOfPanel) await storeLaterFeedback(tx, event, sender, sheet, receipt.attemptId)
      return { kind: 'repeated', sheet: receipt, attempts }
    }
    const isUndecided = await checkSheet(tx, event, sender, sheet, context)
    if (sheet.isDiscarded)
      return {
        kind: 'stored',
        sheet: await insertSentSheet(tx, event, toRow(sender, sheet, toSentContent(sheet), null)),
        attempts,
      }
    if (isOfPanel) return storePanelSheet(tx, event, sender, sheet, attempts)
    if (isUndecided || event.needsSecondJudge)
      return {
        kind: 'waits',
        sheet: await storeWaitingSheet(tx, event, sender, sheet, attempts, isUndecided),
        attempts,
      }
    const content = isMatchSheet(sheet) ? validateAndScoreMatchSheet(event, sheet) : toSentContent(sheet)
    const recorded = onConflict === 'accept' ? { ...sheet, replaces: null } : sheet
    const written = await recordSheetInScores(tx, event, recorded, { actor, judgeId, device })
    const row = toRow(sender, sheet, content, written.attemptId)
    return {
      kind: 'stored',
      sheet: await insertSentSheet(tx, event, row, written.others),
      attempts: await listTeamAttemptsOfEvent(tx, eventId, sheet),
    }
  }

  return {
    /** Returns what a device needs to judge without a connection. */
    getEventData: async ({ session }: AuthenticatedJudge): Promise<JudgeEventData> => {
      const { event, judge } = session
      const rankingEvent = await getRankingEvent(database.db, event.id)
      const rules = await readEventRules(database.db, rankingEvent)
      const { ruleSet, ruleVersion } = rules
      const ofTeams = await listTeamSlotsOfEvent(database.db, event.id)
      // the place of a match whose teams follow from results that are missing or frozen
      const places = ruleSet?.matches ? await listMatchSlotsHidingTeams(database.db, event.id) : []
      const slots = [
        ...ofTeams,
        ...places.filter(({ round }) => !ofTeams.some((slot) => slot.round === round)),
      ]
      const timeZone = await getSiteTimeZone({ config, database })
      const reviews = await listWaitingOrRejectedSheetReviews(database.db, event.id, judge.id)
      // judges of a panel see no sheets of each other, also not those of before the round had a panel
      const isOwnSheetOrAssigned = (review: SheetReview) =>
        !findPanelRound(ruleSet, review.round) &&
        (review.judgeId === judge.id ||
          findSheetAssignmentProblem(judge, slots, review, timeZone) === undefined)
      const recusals = await listCurrentRecusals(database.db, event.id)
      const recusedTeamIds = recusals.flatMap(({ judgeId, teamId, hasLeft }) =>
        judgeId === judge.id && !hasLeft ? teamId : [],
      )
      const teams = (await listEventTeams(database.db, event.id)).filter(
        ({ id }) => !recusedTeamIds.includes(id),
      )
      const attempts = await listTeamAttemptsOfEvent(database.db, event.id)
      const completePanels = listCompletePanels(ruleSet, judge.id, attempts, recusals)
      const isOwnTable = ({ table }: ScheduleSlot) => isTableOfJudge(judge.tables, table)
      return {
        session,
        serverTime: new Date().toISOString(),
        timeZone,
        ruleSet,
        ruleVersion,
        isClosed: await isEventClosedForJudges(database.db, event.id),
        teams: teams.map(({ id, teamNo, name, schoolName, badgeCode, checkedInAt, withdrawal }) => ({
          ...{ id, teamNo, name, schoolName, badgeCode },
          isCheckedIn: checkedInAt !== null,
          ...(withdrawal ? { isWithdrawn: true } : {}),
        })),
        ...(areOnSeveralDays(slots, timeZone) ? { hasSeveralDays: true } : {}),
        slots: slots.filter(isOwnTable),
        otherSlots: slots
          .filter((slot) => !isOwnTable(slot))
          .map(({ teamId, round, table }) => ({ teamId, round, table })),
        attempts: selectAttemptsForJudge(ruleSet, judge.id, attempts),
        ...(completePanels.length > 0 ? { completePanels } : {}),
        draw: await readDrawForJudges(database.db, { id: event.id, rules }),
        needsSecondJudge: await isSecondJudgeRequired(database.db, event.id),
        reviews: reviews.filter(isOwnSheetOrAssigned),
        additionalAttempts: await listAttemptPermissions(database.db, event.id),
        ...(await readSecondLooksAndFeedbackOfJudge(database.db, event.id, judge.id)),
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
      const limited = { ...sheet, ...limitSheetTimes(sheet, signedInAt, now) }
      const isClockRight = Date.parse(limited.judgedAt) === Date.parse(sheet.judgedAt)
      const assignedAt = isClockRight ? limited.judgedAt : now.toISOString()
      return inScoreTransaction(
        { database, invalidator },
        eventId,
        async (tx, event) => {
          const received = await receiveSheet(tx, event, { ...sender, assignedAt, timeZone }, limited)
          const attempts = selectAttemptsForJudge(event.rules.ruleSet, judgeId, received.attempts)
          return { ...received, attempts }
        },
        { lockName: getSheetLockName(eventId, sheet) },
      )
    },

    /**
     * Allows a further attempt of a team in a round: the next sheet for it counts. A repeat changes nothing.
     * Throws `bad-input` for a team that the event does not have, for a round of a panel and for a match,
     * `judging-closed` and `results-final`.
     */
    allowAttempt: (eventId: string, { teamId, round }: AllowAttemptRequest, actor: Actor): Promise<void> =>
      inScoreTransaction(
        { database, invalidator },
        eventId,
        async (tx, event) => {
          assertJudgingAcceptsSheets(event, actor.userId !== null)
          await assertTeamInEvent(tx, eventId, teamId)
          const { ruleSet } = event.rules
          if (ruleSet?.matches || findPanelRound(ruleSet, round))
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
        { lockName: getSheetLockName(eventId, { teamId }) },
      ),
  }
}
