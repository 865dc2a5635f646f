import type { CreateProtestRequest, EntryWithProtests, Protest } from '#contract/event/protest.schema.ts'
import type { Core } from '#server/deps.ts'
import { listOwnedOrCoachedTeamIds } from '#server/people/teams/service.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { getEmailIfConfirmed } from '#server/platform/lib/identity.ts'
import { findEventIdOfEntry, listVisibleEntriesOfUserAndTeams, type VisibleEntry } from '../scores/service.ts'
import {
  closeProtest,
  findProtest,
  findProtesterContact,
  insertProtestIfNew,
  listProtestsOfEntries,
  lockProtest,
  lockProtestDeadlineForShare,
  mapProtestDeadlinesByEvent,
  toProtest,
} from './queries.ts'

export { eraseProtestTextsOfUserAndTeams } from './queries.ts'

type AccountActor = Actor & { userId: string }

/**
 * Creates the service with which a user asks for reviews of their own results and those of the teams that
 * it registered or coaches. It sees attempts as visitors do, so a frozen ranking shows nothing newer. Any
 * other entry is `not-found`.
 */
export const createAccountProtestService = ({ database: { db }, invalidator }: Core) => {
  const listEntries = async (userId: string, eventIds: readonly string[]): Promise<VisibleEntry[]> => {
    const protester = await findProtesterContact(db, userId)
    if (!protester) return []
    const owner = { userId, email: getEmailIfConfirmed(protester) }
    return listVisibleEntriesOfUserAndTeams(db, {
      owner,
      teamIds: await listOwnedOrCoachedTeamIds(db, userId),
      eventIds,
    })
  }
  const findEntry = async (userId: string, entryId: string): Promise<VisibleEntry | undefined> => {
    const eventId = await findEventIdOfEntry(db, entryId)
    return eventId === undefined
      ? undefined
      : (await listEntries(userId, [eventId])).find(({ id }) => id === entryId)
  }

  return {
    /** Lists the entries in events with protests, each with its attempts and protests. */
    list: async (userId: string): Promise<EntryWithProtests[]> => {
      const deadlines = await mapProtestDeadlinesByEvent(db)
      const entries = await listEntries(userId, [...deadlines.keys()])
      const rows = await listProtestsOfEntries(
        db,
        entries.map(({ id }) => id),
      )
      const protestsByEntry = Map.groupBy(rows, ({ entryId }) => entryId)
      return entries.flatMap(({ id, ...entry }) => {
        const { protestsUntil = null, isOpen = false } = deadlines.get(entry.event.id) ?? {}
        const protests = (protestsByEntry.get(id) ?? []).map(toProtest)
        if (protestsUntil === null && protests.length === 0) return []
        return [
          {
            entryId: id,
            ...entry,
            protestsUntil: protestsUntil?.toISOString() ?? null,
            acceptsProtests: isOpen,
            protests,
          },
        ]
      })
    },

    /**
     * Asks for a review. The form chooses the id, so that a repeated request changes nothing. Throws
     * `not-found`, `protests-closed` after the time or in an event without protests, and `protest-exists`
     * when an open protest is about the same attempt.
     */
    create: async (
      id: string,
      { entryId, attemptId, reason }: CreateProtestRequest,
      actor: AccountActor,
    ): Promise<Protest> => {
      const entry = await findEntry(actor.userId, entryId)
      if (!entry || (attemptId !== null && entry.attempts.every((attempt) => attempt.id !== attemptId)))
        throw new AppError('not-found')
      const eventId = entry.event.id
      const protest = await inTransaction(db, async (tx) => {
        const deadline = await lockProtestDeadlineForShare(tx, eventId)
        const values = {
          id,
          eventId,
          entryId,
          attemptId,
          teamId: entry.teamId,
          reason,
          createdBy: actor.userId,
        }
        const row = deadline?.isOpen ? await insertProtestIfNew(tx, values) : undefined
        if (!row) {
          const sent = await findProtest(tx, id)
          const isRepeat =
            sent?.createdBy === actor.userId && sent.entryId === entryId && sent.attemptId === attemptId
          if (sent && isRepeat) return toProtest(sent)
          throw new AppError(deadline?.isOpen ? 'protest-exists' : 'protests-closed')
        }
        const after = { event: eventId, team: entry.teamId, state: row.state }
        await writeAudit(tx, { actor, action: 'create', entity: 'protest', entityId: id, after })
        return toProtest(row)
      })
      await invalidator.invalidate(getEventOverviewCacheTag(eventId))
      return protest
    },

    /**
     * Withdraws an open protest of the user or of their teams; a repeat is harmless. Throws `not-found`, and
     * `protest-not-open` for an answered one.
     */
    withdraw: async (id: string, actor: AccountActor): Promise<Protest> => {
      const found = await findProtest(db, id)
      const isOwn =
        found &&
        (found.createdBy === actor.userId || (await findEntry(actor.userId, found.entryId)) !== undefined)
      if (!isOwn) throw new AppError('not-found')
      const protest = await inTransaction(db, async (tx) => {
        const before = await lockProtest(tx, id)
        if (!before) throw new AppError('not-found')
        if (before.state === 'withdrawn') return toProtest(before)
        if (before.state !== 'open') throw new AppError('protest-not-open')
        const row = await closeProtest(tx, id, { state: 'withdrawn' })
        const { eventId: event } = row
        const change = { before: { event, state: before.state }, after: { event, state: row.state } }
        await writeAudit(tx, { actor, action: 'withdraw', entity: 'protest', entityId: id, ...change })
        return toProtest(row)
      })
      await invalidator.invalidate(getEventOverviewCacheTag(found.eventId))
      return protest
    },
  }
}
