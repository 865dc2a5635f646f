import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#server/db/open.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { insertImportUnlessRepeated } from '#server/features/imports/insert-import.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type ScoreLogChange, toLoggedAttempt } from '../log/queries-append.ts'
import { type JudgedColumns, judgeByEventRules } from '../rules/event-rules.ts'
import { resolveScoreEntries } from './participants.ts'
import { insertAttempts } from './queries-attempts.ts'
import { upsertEntries } from './queries-entries.ts'
import { insertOverwrittenDetails } from './queries-overwritten-details.ts'
import type { NewAttempt, ScoredEvent, WriteContext, WriteOf } from './score-write.ts'
import { toAuditAttempt, toAuditJudge, toAuditScoreEntry } from './score-write.ts'

/** How many entries or attempts one statement reads or writes; more would take much memory. */
const entriesPerStatement = 2000

/** Adds attempts to new and existing entries. Throws `bad-input` for participants and score sheets that the event does not accept. */
export const addAttempts = async (
  tx: Db,
  event: ScoredEvent,
  { attempts, file }: WriteOf<'add'>,
  { source, actor, judgeId }: WriteContext,
) => {
  const resolved = await resolveScoreEntries(
    tx,
    event,
    attempts.map(({ participant }) => participant),
    source !== 'simulator',
  )
  const judged = attempts.map(({ attempt }) => judgeByEventRules(event.rules, attempt))
  const problems = [
    ...resolved.problems.map(({ index, problem }) => ({ ...problem, field: `${index}.${problem.field}` })),
    ...judged.flatMap((sheet, index) =>
      'problems' in sheet ? sheet.problems.map((problem) => ({ ...problem, field: `${index}.attempt.${problem.field}` })) : [],
    ),
  ]
  if (problems.length > 0) throw new AppError('bad-input', problems)
  const { ids, createdCount, changedEntries } = await upsertEntries(tx, event.id, resolved.entries, resolved.linkedGuests)
  const now = new Date()
  // attempts of the same moment count in the order of their ids
  const attemptIds = attempts.map(() => randomUUIDv7()).sort()
  const toNewAttempt = ({ attempt }: NewAttempt, index: number) => ({
    id: attemptIds[index] as string,
    entryId: ids.get(resolved.keys[index] as string) as string,
    mission: attempt.mission,
    at: attempt.at === undefined ? now : new Date(attempt.at),
    ...(judged[index] as { columns: JudgedColumns }).columns,
  })
  for (let start = 0; start < attempts.length; start += entriesPerStatement)
    await insertAttempts(
      tx,
      attempts.slice(start, start + entriesPerStatement).map((added, index) => ({
        ...toNewAttempt(added, start + index),
        note: added.attempt.note ?? '',
        source,
        createdBy: actor.userId,
      })),
    )
  if (file) {
    const importedFile = { kind: 'scores' as const, eventId: event.id, file, lineCount: attempts.length, recordIds: attemptIds, actor }
    await insertOverwrittenDetails(tx, await insertImportUnlessRepeated(tx, importedFile), resolved.entries, resolved.existing)
  }
  const entryIds = [...ids.values()]
  const [first] = attempts
  const [onlyEntryId] = entryIds
  await writeAudit(tx, {
    actor,
    ...(entryIds.length === 1 && onlyEntryId
      ? { action: 'create', entity: 'score', entityId: onlyEntryId }
      : { action: 'import', entity: 'event', entityId: event.id }),
    after: {
      event: event.id,
      source,
      attempts: attempts.length,
      participants: entryIds.length,
      ...toAuditJudge({ judgeId, actor }),
      ...(attempts.length === 1 && first && resolved.entries[0]
        ? { ...toAuditScoreEntry(resolved.entries[0]), ...toAuditAttempt({ ...first.attempt, ...toNewAttempt(first, 0) }) }
        : {}),
    },
  })
  // one after the other, because an import has many
  const iterateChanges = function* (): Generator<ScoreLogChange> {
    for (const [index, added] of attempts.entries()) {
      const { id, entryId, ...attempt } = toNewAttempt(added, index)
      yield { entryId, attemptId: id, before: null, after: toLoggedAttempt(attempt), ruleVersion: attempt.ruleVersion }
    }
  }
  const attemptId = attempts.length === 1 ? attemptIds[0] : undefined
  return { entryIds, createdCount, changedEntries, attemptId, changes: iterateChanges() }
}
