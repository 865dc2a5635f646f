import type { MissionType, TotalRule } from '#contract/event.ts'
import { normalEmail } from '#contract/rules/identity.ts'
import { totalOf } from '#contract/rules/totals.ts'
import { type AttemptSource, type EntryDetails, type Participant, type Run, scoreLimits } from '#contract/score.ts'
import { sqlState } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { guestKey, resolveParticipants } from './participants.ts'
import { presentEvent } from './queries.ts'
import {
  addToCount,
  adoptGuests,
  attemptById,
  attemptRows,
  deleteAttempt,
  deleteEntries,
  entryIdsAfter,
  holdWriters,
  insertAttempts,
  joinWriters,
  type KnownEntry,
  keepReply,
  lockEntry,
  takeOnce,
  triedBy,
  updateAttempt,
  updateEntry,
  upsertEntries,
  usersBy,
  writeTotals,
} from './queries-write.ts'
import { entryForAudit, removedRecord, restoreRemoved, runForAudit } from './removed.ts'

/** What can be done to the scores of an event. `remove` without an attempt takes the whole entry away; `restore` undoes a removal. */
export type ScoreWrite =
  | { kind: 'add'; attempts: readonly { who: Participant; run: Run }[] }
  | { kind: 'correct'; entryId: string; attemptId: string; run: Partial<Run> }
  | { kind: 'remove'; entryId: string; attemptId?: string }
  | { kind: 'details'; entryId: string; details: EntryDetails }
  | { kind: 'restore'; removedId: string }

/** Who writes and from where. `once` makes a repeat of the same request give the first one's result and change nothing. */
export type WriteBy = { source: AttemptSource; actor: Actor; once?: { key: string; requestHash: string } | undefined }

/** An entry after the write. Without attempts left it is gone, and not in the list. */
export type WrittenEntry = { id: string; totalScore: number; totalTimeMs: number; attempts: number }
export type Written = { entries: WrittenEntry[]; made: number; gone: string[]; removedId?: string; repeated: boolean }

const now = () => new Date()

/** Totals of these entries from their attempts; entries without any are taken away. */
const retotal = async (tx: Db, ids: string[], rule: TotalRule): Promise<Pick<Written, 'entries' | 'gone'>> => {
  const byEntry = Map.groupBy(await triedBy(tx, ids), ({ entryId }) => entryId)
  const totals = ids.flatMap((id) => {
    const attempts = byEntry.get(id) ?? []
    if (attempts.length > scoreLimits.attempts)
      throw new AppError('bad-input', [{ field: 'attempts', code: 'too-large', values: { limit: scoreLimits.attempts } }])
    const total = totalOf(
      attempts.map(({ at, ...tried }) => ({ ...tried, at: at.getTime() })),
      rule,
    )
    return total ? [{ id, attempts: attempts.length, ...total }] : []
  })
  await writeTotals(tx, totals)
  const gone = ids.filter((id) => !byEntry.has(id))
  if (gone.length > 0) await deleteEntries(tx, gone)
  return { entries: totals.map(({ id, totalScore, totalTimeMs, attempts }) => ({ id, totalScore, totalTimeMs, attempts })), gone }
}

/** The one way in which scores are written, and what else changes the totals. */
export const scoreWriter = ({ database, changes }: Pick<Core, 'database' | 'changes'>) => {
  type Event = { id: string; totalRule: TotalRule; missionType: MissionType }

  const add = async (tx: Db, event: Event, attempts: Extract<ScoreWrite, { kind: 'add' }>['attempts'], by: WriteBy) => {
    const resolved = await resolveParticipants(
      tx,
      event,
      attempts.map(({ who }) => who),
      by.source !== 'simulator',
    )
    if (resolved.problems.length > 0)
      throw new AppError(
        'bad-input',
        resolved.problems.map(({ at, problem }) => ({ ...problem, field: `${at}.${problem.field}` })),
      )
    await adoptGuests(tx, event.id, resolved.adopt)
    const { ids, made } = await upsertEntries(tx, event.id, resolved.entries)
    const recorded = now()
    await insertAttempts(
      tx,
      attempts.map(({ run }, at) => ({
        entryId: ids.get(resolved.keys[at] as string) as string,
        mission: run.mission,
        score: run.score,
        timeMs: run.timeMs,
        at: run.at === undefined ? recorded : new Date(run.at),
        note: run.note ?? '',
        source: by.source,
        createdBy: by.actor.userId,
      })),
    )
    const touched = [...ids.values()]
    const [first] = attempts
    const [only] = touched
    await writeAudit(tx, {
      actor: by.actor,
      ...(touched.length === 1 && only
        ? { action: 'create', entity: 'score', entityId: only }
        : { action: 'import', entity: 'event', entityId: event.id }),
      after: {
        event: event.id,
        source: by.source,
        attempts: attempts.length,
        participants: touched.length,
        ...(attempts.length === 1 && first && resolved.entries[0]
          ? { ...entryForAudit(resolved.entries[0]), ...runForAudit(first.run) }
          : {}),
      },
    })
    return { touched, made }
  }

  const held = async (tx: Db, event: Event, entryId: string): Promise<KnownEntry> => {
    const entry = await lockEntry(tx, event.id, entryId)
    if (!entry) throw new AppError('not-found')
    return entry
  }

  const correct = async (tx: Db, event: Event, { entryId, attemptId, run }: Extract<ScoreWrite, { kind: 'correct' }>, actor: Actor) => {
    const entry = await held(tx, event, entryId)
    const before = await attemptById(tx, entryId, attemptId)
    if (!before) throw new AppError('not-found')
    const { at, ...rest } = run
    const after = { ...before, ...rest, ...(at === undefined ? {} : { at: new Date(at) }) }
    await updateAttempt(tx, attemptId, after)
    const { playerName: player } = entry
    await writeAudit(tx, {
      actor,
      action: 'update',
      entity: 'score',
      entityId: entryId,
      before: runForAudit(before),
      after: { player, ...runForAudit(after) },
    })
  }

  const remove = async (tx: Db, event: Event, { entryId, attemptId }: Extract<ScoreWrite, { kind: 'remove' }>, actor: Actor) => {
    const entry = await held(tx, event, entryId)
    const attempts = (await attemptRows(tx, entryId)).filter(({ id }) => attemptId === undefined || id === attemptId)
    if (attemptId !== undefined && attempts.length === 0) throw new AppError('not-found')
    // with the entry its attempts go, too
    if (attemptId === undefined) await deleteEntries(tx, [entryId])
    else await deleteAttempt(tx, attemptId)
    return writeAudit(tx, { actor, action: 'delete', entity: 'score', entityId: entryId, before: removedRecord(event.id, entry, attempts) })
  }

  const setDetails = async (tx: Db, event: Event, entryId: string, details: EntryDetails, actor: Actor) => {
    const before = await held(tx, event, entryId)
    const email = normalEmail(details.email)
    const after = {
      playerName: details.name,
      playerEmail: email,
      teamNo: details.teamNo,
      teamName: details.teamName,
      school: details.school,
      missionType: details.missionType,
    }
    // who has an account or a team stays who they are; a guest may turn out to be somebody else
    let key = before.participantKey
    let userId = before.userId
    if (key.startsWith('guest:')) {
      const [user] = email ? await usersBy(tx, 'email', [email]) : []
      const guest = guestKey({ email, teamNo: details.teamNo, name: details.name, teamName: details.teamName })
      if (!guest) throw new AppError('bad-input', [{ field: 'name', code: 'required' }])
      key = user ? `user:${user.id}` : guest
      userId = user?.id ?? null
    }
    try {
      await inTransaction(tx, (inner) => updateEntry(inner, entryId, { ...after, participantKey: key, userId }))
    } catch (error) {
      if (sqlState(error) === '23505') throw new AppError('conflict', [{ field: email ? 'email' : 'name', code: 'taken' }])
      throw error
    }
    await writeAudit(tx, {
      actor,
      action: 'update',
      entity: 'score',
      entityId: entryId,
      before: entryForAudit(before),
      after: entryForAudit(after),
    })
  }

  type Applied = { touched: string[]; made: number; removedId?: string }
  const apply = async (tx: Db, event: Event, write: ScoreWrite, by: WriteBy): Promise<Applied> => {
    if (write.kind === 'restore') return restoreRemoved(tx, event.id, write.removedId, by.actor)
    if (write.kind === 'add') return add(tx, event, write.attempts, by)
    if (write.kind === 'details') {
      await setDetails(tx, event, write.entryId, write.details, by.actor)
      return { touched: [], made: 0 }
    }
    if (write.kind === 'remove') return { touched: [write.entryId], made: 0, removedId: await remove(tx, event, write, by.actor) }
    await correct(tx, event, write, by.actor)
    return { touched: [write.entryId], made: 0 }
  }

  /** A transaction, from its start again when it and another waited for each other and the database ended it. */
  const again = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    for (let left = 3; ; left--) {
      try {
        return await inTransaction(database.db, work)
      } catch (error) {
        if (left === 0 || sqlState(error) !== '40P01') throw error
      }
    }
  }

  /**
   * Records, corrects or removes attempts: in one transaction, under a lock of each entry, with the totals, the event's count of entries and the audit
   * log; then tells `scores:<event>`. All or nothing. Throws `not-found` (event, entry, attempt), `bad-input` with fields `<position>.<field>` for
   * participants that cannot be used, `conflict` for details of another entry or an `Idempotency-Key` that came with another request.
   */
  const recordAttempts = async (eventId: string, write: ScoreWrite, by: WriteBy): Promise<Written> => {
    const scope = `scores:${eventId}`
    const written = await again(async (tx): Promise<Written> => {
      await joinWriters(tx, eventId)
      const event = await presentEvent(tx, eventId)
      if (!event) throw new AppError('not-found')
      const { once } = by
      if (once) {
        const first = await takeOnce(tx, scope, once.key, once.requestHash)
        if (first && first.requestHash !== once.requestHash) throw new AppError('conflict', [{ field: 'idempotency-key', code: 'taken' }])
        if (first) return { ...(first.reply as Written), repeated: true }
      }
      const { touched, ...applied } = await apply(tx, event, write, by)
      const result: Written = { ...(await retotal(tx, touched, event.totalRule)), ...applied, repeated: false }
      await addToCount(tx, eventId, result.made - result.gone.length)
      // nobody asks again for the entries of a whole file
      if (once) await keepReply(tx, scope, once.key, by.source === 'csv' ? { ...result, entries: [] } : result)
      return result
    })
    if (!written.repeated) await changes.announce(scope)
    return written
  }

  return {
    recordAttempts,
    /**
     * For a transaction that may change the rule of an event's totals: writers of its scores wait until it ends. Call it first in that transaction, before
     * the event's row is locked, or the two wait for each other.
     */
    holdTotals: (tx: Db, eventId: string): Promise<void> => holdWriters(tx, eventId),
    /** Makes all totals of an event anew by a rule, after `holdTotals` in the same transaction. Announce `scores:<event>` after it. */
    recomputeTotals: async (tx: Db, eventId: string, rule: TotalRule): Promise<void> => {
      for (let key = ''; ; ) {
        const part = await entryIdsAfter(tx, eventId, key)
        if (part.length === 0) return
        await retotal(
          tx,
          part.map(({ id }) => id),
          rule,
        )
        key = part.at(-1)?.key as string
      }
    },
  }
}
