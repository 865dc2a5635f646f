import type {
  AdminProtest,
  AdminProtestDetails,
  AnswerProtestRequest,
  CreatePaperProtestRequest,
  Protest,
  ProtestSettings,
} from '#contract/event/protest.schema.ts'
import type { ProtestState } from '#contract/event/protest.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Paging } from '#server/platform/db/lists.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { listResultHistory } from '../score-log/service.ts'
import { findEntryWithJudges, getRankingEvent } from '../scores/service.ts'
import {
  closeProtest,
  findAdminProtestOfEvent,
  findEntryIdOfTeamWithAttempt,
  findProtest,
  findProtesterContact,
  insertProtestIfNew,
  lockProtest,
  lockProtestDeadlineForShare,
  type ProtestRow,
  readAdminProtestPageOfEvent,
  readDeadlineFinalityAndOpenCount,
  setProtestDeadlineAndGetPrevious,
  toProtest,
} from './queries.ts'

export { moveEntryProtestsAndListKept } from './queries.ts'

export const countOpenProtestsOfEvent = async (db: Db, eventId: string): Promise<number> =>
  (await readDeadlineFinalityAndOpenCount(db, eventId)).openCount

/**
 * Creates the service with which administrators set the time for protests of an event, answer them, and enter
 * those on paper, as head judges do. Its functions throw `not-found`.
 */
export const createAdminProtestService = ({ config, database: { db }, emails, invalidator }: Core) => {
  const getProtest = async (tx: Db, eventId: string, id: string): Promise<AdminProtest> => {
    const protest = await findAdminProtestOfEvent(tx, eventId, id)
    if (!protest) throw new AppError('not-found')
    return protest
  }

  const getSettings = async (eventId: string): Promise<ProtestSettings> => {
    const { id, slug, title, freeze } = await getRankingEvent(db, eventId)
    const { protestsUntil, isFinal, openCount } = await readDeadlineFinalityAndOpenCount(db, eventId)
    return {
      event: { id, slug, title },
      protestsUntil: protestsUntil?.toISOString() ?? null,
      isFinal,
      openCount,
      isFrozen: freeze?.isFrozen === true,
    }
  }

  /**
   * Finds the user to whom the answer is emailed. Protests on paper, deleted or inactive users and the demo
   * content have none.
   */
  const findAnswerRecipient = async (tx: Db, createdBy: string | null) => {
    const protester = createdBy === null ? undefined : await findProtesterContact(tx, createdBy)
    return protester?.active && !protester.demo ? protester : undefined
  }

  /** Sends an answer by email to the user who asked for the review. */
  const emailAnswer = async (
    tx: Db,
    { createdBy, teamId, state, answer }: ProtestRow,
    event: Localized,
  ): Promise<void> => {
    const recipient = await findAnswerRecipient(tx, createdBy)
    if (!recipient) return
    const { email, firstName, lang } = recipient
    const template = state === 'accepted' ? 'protestAccepted' : 'protestRejected'
    const link = `${config.SITE_URL}/account/${teamId === null ? 'scores/' : `teams/${teamId}`}`
    await emails.send(
      { template, to: email, language: lang, values: { name: firstName, link, event, answer } },
      tx,
    )
  }

  return {
    list: async (
      eventId: string,
      query: Paging & { search?: string | undefined; state?: ProtestState | undefined },
    ) => {
      await getRankingEvent(db, eventId)
      return readAdminProtestPageOfEvent(db, eventId, query)
    },

    get: async (eventId: string, id: string): Promise<AdminProtestDetails> => {
      await getRankingEvent(db, eventId)
      const protest = await getProtest(db, eventId, id)
      const { entryId, attemptId } = protest
      const entry = (await findEntryWithJudges(db, eventId, entryId)) ?? null
      const createdBy = (await findProtest(db, id))?.createdBy ?? null
      return {
        protest,
        entry,
        history: await listResultHistory(db, eventId, { entryId, attemptId }),
        isAnswerEmailed: emails.isEnabled && (await findAnswerRecipient(db, createdBy)) !== undefined,
      }
    },

    /**
     * Accepts or rejects an open protest and emails the answer. The score itself is corrected by hand. Throws
     * `protest-not-open`.
     */
    answer: async (
      eventId: string,
      id: string,
      { decision, answer }: AnswerProtestRequest,
      actor: Actor,
    ): Promise<AdminProtest> => {
      const { title } = await getRankingEvent(db, eventId)
      const protest = await inTransaction(db, async (tx) => {
        const before = await lockProtest(tx, id)
        if (before?.eventId !== eventId) throw new AppError('not-found')
        if (before.state !== 'open') throw new AppError('protest-not-open')
        const row = await closeProtest(tx, id, { state: decision, answer, answeredBy: actor.userId })
        const audit = (state: ProtestState) => ({ event: eventId, team: row.teamId, state })
        const action = decision === 'accepted' ? 'approve' : 'deny'
        await writeAudit(tx, {
          actor,
          action,
          entity: 'protest',
          entityId: id,
          before: audit(before.state),
          after: audit(row.state),
        })
        await emailAnswer(tx, row, title)
        return getProtest(tx, eventId, id)
      })
      await invalidator.invalidate(getEventOverviewCacheTag(eventId))
      return protest
    },

    /**
     * Enters a protest that a team made on paper, whatever the deadline, because somebody accepted the paper.
     * The form chooses the id, so that a repeated request changes nothing. Throws `not-found` for a team or
     * an attempt without a result in the event, `protests-closed` when the results are final, and
     * `protest-exists`.
     */
    enterOnPaper: async (
      eventId: string,
      id: string,
      { teamId, attemptId, reason }: CreatePaperProtestRequest,
      actor: Actor,
    ): Promise<Protest> => {
      await getRankingEvent(db, eventId)
      const protest = await inTransaction(db, async (tx) => {
        await lockProtestDeadlineForShare(tx, eventId)
        const entryId = await findEntryIdOfTeamWithAttempt(tx, { eventId, teamId, attemptId })
        if (entryId === undefined) throw new AppError('not-found')
        if ((await readDeadlineFinalityAndOpenCount(tx, eventId)).isFinal)
          throw new AppError('protests-closed')
        const row = await insertProtestIfNew(tx, {
          id,
          eventId,
          entryId,
          attemptId,
          teamId,
          reason,
          isOnPaper: true,
        })
        if (!row) {
          const sent = await findProtest(tx, id)
          if (sent?.isOnPaper && sent.entryId === entryId && sent.attemptId === attemptId)
            return toProtest(sent)
          throw new AppError('protest-exists')
        }
        const after = { event: eventId, team: teamId, state: row.state, isOnPaper: true }
        await writeAudit(tx, { actor, action: 'create', entity: 'protest', entityId: id, after })
        return toProtest(row)
      })
      await invalidator.invalidate(getEventOverviewCacheTag(eventId))
      return protest
    },

    getSettings,

    /** Sets until when the event accepts protests; null ends them. */
    setDeadline: async (
      eventId: string,
      protestsUntil: string | null,
      actor: Actor,
    ): Promise<ProtestSettings> => {
      await getRankingEvent(db, eventId)
      await inTransaction(db, async (tx) => {
        const until = protestsUntil === null ? null : new Date(protestsUntil)
        const before = await setProtestDeadlineAndGetPrevious(tx, eventId, until)
        if (before?.getTime() === until?.getTime()) return
        const change = { before: { protestsUntil: before }, after: { protestsUntil: until } }
        await writeAudit(tx, {
          actor,
          action: 'set-protest-deadline',
          entity: 'event',
          entityId: eventId,
          ...change,
        })
      })
      // the page of the event names the time
      await invalidator.invalidate('events', `event:${eventId}`)
      return getSettings(eventId)
    },
  }
}
