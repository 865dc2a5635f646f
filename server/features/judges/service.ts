import type { CreatedJudge, CreateJudgesRequest, Judge, SaveJudgeRequest } from '#contract/judge.schema.ts'
import { judgeNameYears } from '#contract/rules/retention.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit, writeAudits } from '#server/features/audit/service.ts'
import { getRankingEvent } from '#server/features/scores/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { generateJudgeCode, toJudgeCodeColumns } from '#server/lib/judge-codes.ts'
import {
  deleteSessionsOfJudge,
  eraseUnusedJudgesAndSessions,
  insertJudges,
  listJudgesOfEvent,
  lockJudgeOfEvent,
  toJudge,
  updateJudge,
} from './queries.ts'
import { eraseRecusalReasonsAndSecondLookNotes } from './queries-panels.ts'
import { eraseReviewReasonsBefore } from './queries-sheets.ts'

export { listReleasedFeedbackOfTeam } from './queries-feedback.ts'
export { deleteFeedbackOfTeams } from './queries-panels.ts'
export { insertSentSheet } from './queries-sheet-writes.ts'
export { assertNoSheetsWait, countWaitingSheetsByReason } from './sheet-review-service.ts'

/**
 * Inserts judges of an event of the same kind, with the same tables and days. `code` is returned only here.
 */
export const insertJudgesWithCodes = async (
  tx: Db,
  { names, ...shared }: CreateJudgesRequest & { eventId: string; createdBy: string | null },
): Promise<CreatedJudge[]> => {
  const codes = names.map(generateJudgeCode)
  const rows = await insertJudges(
    tx,
    names.map((name, index) => ({ ...shared, name, ...toJudgeCodeColumns(codes[index] as string) })),
  )
  return rows.map((row, index) => ({
    judge: toJudge({ ...row, deviceCount: 0 }),
    code: codes[index] as string,
  }))
}

/** Creates the service of the judges of an event for administrators. */
export const createJudgeService = ({ database }: Core) => {
  /** Changes a judge in a transaction and writes the audit log. Throws `not-found`. */
  const changeJudge = (
    { eventId, judgeId }: { eventId: string; judgeId: string },
    actor: Actor,
    action: 'update' | 'revoke',
    change: (tx: Db, before: Awaited<ReturnType<typeof lockJudgeOfEvent>>) => Promise<Judge>,
  ): Promise<Judge> =>
    inTransaction(database.db, async (tx) => {
      const before = await lockJudgeOfEvent(tx, eventId, judgeId)
      if (!before) throw new AppError('not-found')
      const after = await change(tx, before)
      const toAudit = ({
        name,
        isHead,
        tables,
        days,
        hint,
      }: Pick<Judge, 'name' | 'isHead' | 'tables' | 'days' | 'hint'>) => ({
        event: eventId,
        name,
        isHead,
        tables,
        days,
        hint,
      })
      await writeAudit(tx, {
        actor,
        action,
        entity: 'judge',
        entityId: judgeId,
        before: toAudit(before),
        ...(action === 'update' ? { after: toAudit(after) } : {}),
      })
      return after
    })

  return {
    list: async (eventId: string): Promise<Judge[]> => {
      await getRankingEvent(database.db, eventId)
      return listJudgesOfEvent(database.db, eventId)
    },

    /** Creates judges of the same kind, with the same tables and days. `code` is returned only here. */
    create: async (
      eventId: string,
      { names, isHead, tables, days }: CreateJudgesRequest,
      actor: Actor,
    ): Promise<CreatedJudge[]> => {
      await getRankingEvent(database.db, eventId)
      return inTransaction(database.db, async (tx) => {
        const created = await insertJudgesWithCodes(tx, {
          eventId,
          names,
          isHead,
          tables,
          days,
          createdBy: actor.userId,
        })
        await writeAudits(
          tx,
          created.map(({ judge: { id, name, hint } }) => ({
            actor,
            action: 'create',
            entity: 'judge',
            entityId: id,
            after: { event: eventId, name, isHead, tables, days, hint },
          })),
        )
        return created
      })
    },

    update: (
      eventId: string,
      judgeId: string,
      { name, isHead, tables, days }: SaveJudgeRequest,
      actor: Actor,
    ): Promise<Judge> =>
      changeJudge({ eventId, judgeId }, actor, 'update', (tx) =>
        updateJudge(tx, judgeId, { name, isHead, tables, days }),
      ),

    /**
     * Replaces the code of a judge, who is signed out on all devices. A revoked judge may sign in again.
     * `code` is returned only here.
     */
    renewCode: async (eventId: string, judgeId: string, actor: Actor): Promise<CreatedJudge> => {
      const code = generateJudgeCode()
      const judge = await changeJudge({ eventId, judgeId }, actor, 'update', async (tx) => {
        await deleteSessionsOfJudge(tx, judgeId)
        return updateJudge(tx, judgeId, { ...toJudgeCodeColumns(code), revokedAt: null })
      })
      return { judge, code }
    },

    /**
     * Makes the code and all sessions of a judge invalid. The sessions stay, so that a device learns why its
     * calls are rejected.
     */
    revoke: (eventId: string, judgeId: string, actor: Actor): Promise<Judge> =>
      changeJudge({ eventId, judgeId }, actor, 'revoke', (tx, before) =>
        updateJudge(tx, judgeId, { revokedAt: before?.revokedAt ?? new Date() }),
      ),

    /**
     * Erases the names of judges who were not active for `judgeNameYears`, and the reasons of rejected
     * sheets, of judges who were left out and of second looks of before. Returns how many judges.
     */
    purge: async (now = new Date()): Promise<number> => {
      const before = new Date(now)
      before.setUTCFullYear(before.getUTCFullYear() - judgeNameYears)
      await eraseReviewReasonsBefore(database.db, before)
      await eraseRecusalReasonsAndSecondLookNotes(database.db, before)
      return eraseUnusedJudgesAndSessions(database.db, before)
    },
  }
}
