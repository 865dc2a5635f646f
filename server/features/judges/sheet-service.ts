import type { JudgeEventData, JudgeSheet, RecordedAttempt, SentSheet } from '#contract/judge-sheet.ts'
import { toDateInTimeZone } from '#contract/rules/time-zone.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { isJudgingClosed, listEventTeams, listSlots } from '#server/features/schedule/service.ts'
import { createScoreWriter } from '#server/features/scores/score-writer.ts'
import { getRankingEvent, readEventRules } from '#server/features/scores/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findSentSheet, insertSentSheet, listTeamAttempts, lockTeamSheets } from './queries-sheets.ts'
import type { AuthenticatedJudge } from './session-service.ts'

/** Who sends a sheet: a judge on a device, or a user of the back office for a judge. `accepts` names checks that the sender has decided to skip. */
export type SheetSender = {
  eventId: string
  judgeId: string | null
  /** Empty for all tables or all days. */
  tables: readonly string[]
  days: readonly string[]
  device: string
  importedBy: string | null
  actor: Actor
  acceptConflicts?: boolean
}

/** Ends a transaction whose sheet was received before. */
class RepeatedSheetError extends Error {}

const toPublicAttempt = ({ entryId: _, ...attempt }: RecordedAttempt & { entryId: string }): RecordedAttempt => attempt

/** Creates the service that gives judges the data of their event and receives their sheets, each once. */
export const createJudgeSheetService = ({ config, database, invalidator }: Pick<Core, 'config' | 'database' | 'invalidator'>) => {
  const { writeScores } = createScoreWriter({ database, invalidator })

  /** Throws `judge-not-assigned` when the judge may not judge on the day of the sheet or at the table that the schedule has for it. */
  const assertAssigned = async (tx: Db, { eventId, tables, days }: SheetSender, { teamId, round, judgedAt }: JudgeSheet) => {
    const day = toDateInTimeZone(new Date(judgedAt), await getSiteTimeZone({ config, database }))
    if (days.length > 0 && !days.includes(day)) throw new AppError('judge-not-assigned')
    if (tables.length === 0) return
    const slot = (await listSlots(tx, eventId)).find((each) => each.teamId === teamId && each.round === round)
    if (slot && !tables.includes(slot.table)) throw new AppError('judge-not-assigned')
  }

  /** Checks a sheet in the transaction that stores it. Returns the attempt that it corrects. */
  const checkSheet = async (tx: Db, sender: SheetSender, sheet: JudgeSheet) => {
    const { eventId, acceptConflicts } = sender
    await lockTeamSheets(tx, eventId, sheet.teamId)
    if (await findSentSheet(tx, eventId, sheet.id)) throw new RepeatedSheetError()
    if (!sender.importedBy && (await isJudgingClosed(tx, eventId))) throw new AppError('judging-closed')
    if (!(await listEventTeams(tx, eventId)).some(({ id }) => id === sheet.teamId))
      throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
    await assertAssigned(tx, sender, sheet)
    if (sheet.isDiscarded || acceptConflicts) return
    const event = await getRankingEvent(tx, eventId)
    const { ruleSet, ruleVersion } = await readEventRules(tx, event)
    if (ruleVersion !== sheet.ruleVersion) throw new AppError('rules-changed', [], { ruleSet, ruleVersion })
    const current = (await listTeamAttempts(tx, eventId, sheet.teamId)).filter(({ round }) => round === sheet.round)
    const isKnown = ({ id, version }: RecordedAttempt) => sheet.expected.some((each) => each.id === id && each.version === version)
    if (current.length !== sheet.expected.length || !current.every(isKnown))
      throw new AppError('sheet-conflict', [], { attempts: current.map(toPublicAttempt) })
    if (sheet.replaces !== null && !current.some(({ id }) => id === sheet.replaces))
      throw new AppError('sheet-conflict', [], { attempts: current.map(toPublicAttempt) })
  }

  const toRow = ({ eventId, judgeId, device, importedBy }: SheetSender, sheet: JudgeSheet, attemptId: string | null) => ({
    id: sheet.id,
    eventId,
    teamId: sheet.teamId,
    judgeId,
    attemptId,
    round: sheet.round,
    sheet: { values: sheet.values, score: sheet.score, timeMs: sheet.timeMs, ruleVersion: sheet.ruleVersion },
    isDiscarded: sheet.isDiscarded,
    device,
    judgedAt: new Date(sheet.judgedAt),
    confirmedAt: sheet.confirmedAt === null ? null : new Date(sheet.confirmedAt),
    importedBy,
  })

  const storeSheet = async (sender: SheetSender, sheet: JudgeSheet): Promise<SentSheet> => {
    const { eventId, actor, device, acceptConflicts } = sender
    if (sheet.isDiscarded)
      return inTransaction(database.db, async (tx) => {
        await checkSheet(tx, sender, sheet)
        return insertSentSheet(tx, toRow(sender, sheet, null))
      })
    let sent: SentSheet | undefined
    const steps = {
      before: (tx: Db) => checkSheet(tx, sender, sheet),
      after: async (tx: Db, changes: readonly { attemptId: string | null }[]) => {
        sent = await insertSentSheet(tx, toRow(sender, sheet, changes[0]?.attemptId ?? sheet.replaces))
      },
    }
    const result = { mission: sheet.round, score: sheet.score, timeMs: sheet.timeMs, ...(sheet.values ? { values: sheet.values } : {}) }
    // a device with a fast clock must not be the first to have reached a total
    const at = new Date(Math.min(Date.parse(sheet.judgedAt), Date.now())).toISOString()
    const replaced =
      sheet.replaces === null || acceptConflicts
        ? undefined
        : (await listTeamAttempts(database.db, eventId, sheet.teamId)).find(({ id }) => id === sheet.replaces)
    await writeScores(
      eventId,
      replaced
        ? { kind: 'correct', entryId: replaced.entryId, attemptId: replaced.id, attempt: result }
        : { kind: 'add', attempts: [{ participant: { teamId: sheet.teamId }, attempt: { ...result, at } }] },
      { source: 'judge', actor, device, steps },
    )
    return sent as SentSheet
  }

  return {
    /** Returns what a device needs to judge without a connection. */
    getEventData: async ({ session }: AuthenticatedJudge): Promise<JudgeEventData> => {
      const { event, judge } = session
      const rankingEvent = await getRankingEvent(database.db, event.id)
      const { ruleSet, ruleVersion } = await readEventRules(database.db, rankingEvent)
      const teams = await listEventTeams(database.db, event.id)
      const slots = await listSlots(database.db, event.id)
      return {
        session,
        serverTime: new Date().toISOString(),
        ruleSet,
        ruleVersion,
        isClosed: await isJudgingClosed(database.db, event.id),
        teams: teams.map(({ id, teamNo, name, schoolName, badgeCode, checkedInAt }) => ({
          ...{ id, teamNo, name, schoolName, badgeCode },
          isCheckedIn: checkedInAt !== null,
        })),
        slots: slots.filter(({ table }) => judge.tables.length === 0 || judge.tables.includes(table)),
        attempts: (await listTeamAttempts(database.db, event.id)).map(toPublicAttempt),
      }
    },

    /**
     * Records a sheet as an attempt, as the correction of one, or as discarded; a sheet with the same id was recorded before and changes nothing. Throws
     * `judging-closed`, `judge-not-assigned`, `rules-changed` (with the rule set as `details`), `sheet-conflict` (with the attempts of the team in the round) and
     * `bad-input`.
     */
    send: async (sender: SheetSender, sheet: JudgeSheet): Promise<{ sheet: SentSheet; isRepeat: boolean }> => {
      try {
        return { sheet: await storeSheet(sender, sheet), isRepeat: false }
      } catch (error) {
        if (!(error instanceof RepeatedSheetError)) throw error
        return { sheet: (await findSentSheet(database.db, sender.eventId, sheet.id)) as SentSheet, isRepeat: true }
      }
    },

    /** Lists the attempts of a team in a round. */
    listAttemptsOfRound: async (eventId: string, teamId: string, round: number): Promise<RecordedAttempt[]> =>
      (await listTeamAttempts(database.db, eventId, teamId)).filter((attempt) => attempt.round === round).map(toPublicAttempt),
  }
}
