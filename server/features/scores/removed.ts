import type { AttemptSource } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findRemoved } from './queries-removed.ts'
import { type EntryWrite, entriesByKey, insertAttempts, type KnownEntry, teamsById, upsertEntries, usersBy } from './queries-write.ts'

/** A run as the audit log keeps it: no personal data. */
export const runForAudit = (run: {
  mission: number
  score: number
  timeMs: number
  at?: Date | string
  note?: string
  source?: AttemptSource
}) => ({
  mission: run.mission,
  score: run.score,
  timeMs: run.timeMs,
  at: run.at ?? null,
  note: run.note ?? '',
  ...(run.source ? { source: run.source } : {}),
})

/** What an entry says of its participant, as the audit log keeps it: without the e-mail address. */
export const entryForAudit = (entry: Pick<KnownEntry, 'playerName' | 'teamNo' | 'teamName' | 'school' | 'missionType'>) => ({
  playerName: entry.playerName,
  teamNo: entry.teamNo,
  teamName: entry.teamName,
  school: entry.school,
  missionType: entry.missionType,
})

/** What was removed, whole, as the audit log keeps it under `before`: for 30 days it can be brought back from there. */
export type RemovedRecord = {
  event: string
  entry: EntryWrite
  attempts: { mission: number; score: number; timeMs: number; at: string; note: string; source: AttemptSource }[]
}

type Attempt = { mission: number; score: number; timeMs: number; at: Date; note: string; source: AttemptSource }
export const removedRecord = (eventId: string, { id: _, ...entry }: KnownEntry, attempts: readonly Attempt[]): RemovedRecord => ({
  event: eventId,
  entry,
  attempts: attempts.map(({ mission, score, timeMs, at, note, source }) => ({
    mission,
    score,
    timeMs,
    at: at.toISOString(),
    note,
    source,
  })),
})

/**
 * Brings back what was removed: the attempts come to the participant's entry, which is made again where there is none. Throws `not-found` when it was
 * removed more than 30 days ago, is back already, or its account or team is there no more.
 */
export const restoreRemoved = async (
  tx: Db,
  eventId: string,
  removedId: string,
  actor: Actor,
): Promise<{ touched: string[]; made: number }> => {
  const removed = await findRemoved(tx, eventId, removedId)
  if (!removed) throw new AppError('not-found')
  const { entry, attempts } = removed.record
  const gone =
    (entry.userId && (await usersBy(tx, 'id', [entry.userId])).length === 0) ||
    (entry.teamId && (await teamsById(tx, [entry.teamId])).length === 0)
  if (gone) throw new AppError('not-found')
  // names may have been corrected since: those of an entry that is there stay
  const [there] = await entriesByKey(tx, eventId, [entry.participantKey])
  const { id: _, ...kept } = there ?? { id: undefined, ...entry }
  const { ids, made } = await upsertEntries(tx, eventId, [kept])
  const entryId = ids.get(entry.participantKey) as string
  await insertAttempts(
    tx,
    attempts.map(({ at, ...attempt }) => ({ ...attempt, entryId, at: new Date(at), createdBy: actor.userId })),
  )
  await writeAudit(tx, {
    actor,
    action: 'restore',
    entity: 'score',
    entityId: entryId,
    after: { event: eventId, undoes: removedId, playerName: entry.playerName, attempts: attempts.length },
  })
  return { touched: [entryId], made }
}
