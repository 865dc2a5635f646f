import { isDeepStrictEqual } from 'node:util'
import { normalizeEmail } from '#contract/rules/identity.ts'
import { isMaskedEmail, maskEmail } from '#contract/rules/mask.ts'
import type { UnjudgedAttempt } from '#contract/rules/rule-set-result.ts'
import type { AttemptUpdate, ParticipantDetails } from '#contract/score.schema.ts'
import { findDatabaseErrorCode } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { omitUndefined } from '#server/lib/omit-undefined.ts'
import { generateParticipantSalt, hashParticipant, type SaltedEntry, toLoggedAttempt } from '../log/queries-append.ts'
import { type EventRules, type JudgedColumns, judgeByEventRules } from '../rules/event-rules.ts'
import { buildGuestParticipantKey } from './participants.ts'
import { findAttemptOfEntry, updateAttempt } from './queries-attempts.ts'
import { type EntryValues, lockEntryOfEvent, type StoredEntry, updateEntry } from './queries-entries.ts'
import { listUsersByIdOrConfirmedEmail } from './queries-participants.ts'
import { type ScoredEvent, toAuditAttempt, toAuditJudge, toAuditScoreEntry, type WriteContext, type WriteOf } from './score-write.ts'

type StoredAttempt = UnjudgedAttempt & { ruleVersion: number | null }
/**
 * Judges a corrected attempt. New points or a new time without new values replace the values of the score sheet. Throws `bad-input` when the attempt does not
 * fit the rules.
 */
const judgeCorrection = (
  rules: EventRules,
  before: StoredAttempt,
  after: StoredAttempt,
  newValues: AttemptUpdate['values'],
): JudgedColumns => {
  const isSameResult = after.score === before.score && after.timeMs === before.timeMs
  const kept = newValues === undefined && isSameResult && rules.ruleSet ? before.values : undefined
  const judged = judgeByEventRules(rules, { ...after, values: newValues ?? kept })
  if ('problems' in judged) throw new AppError('bad-input', judged.problems)
  // values of before they were rounded stay as they are
  return kept ? { ...judged.columns, values: kept } : judged.columns
}

/** Locks an entry. Throws `not-found`. */
export const lockExistingEntry = async (tx: Db, event: ScoredEvent, entryId: string): Promise<StoredEntry> => {
  const entry = await lockEntryOfEvent(tx, event.id, entryId)
  if (!entry) throw new AppError('not-found')
  return entry
}

/**
 * Corrects an attempt. Returns its change for the score log, none when its result stays. Throws `bad-input` when an organizer gives no reason for another result
 * of an attempt that a judge recorded.
 */
export const correctAttempt = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, attemptId, attempt }: WriteOf<'correct'>,
  { source, actor, judgeId }: Pick<WriteContext, 'source' | 'actor' | 'judgeId'>,
) => {
  await lockExistingEntry(tx, event, entryId)
  const before = await findAttemptOfEntry(tx, entryId, attemptId)
  if (!before) throw new AppError('not-found')
  const { at, reason, ...changes } = omitUndefined(attempt)
  const changed = { ...before, ...changes, ...(at === undefined ? {} : { at: new Date(at) }) }
  const judged = { ...changed, ...judgeCorrection(event.rules, before, changed, attempt.values) }
  const isSameResult = isDeepStrictEqual(toLoggedAttempt(before), toLoggedAttempt(judged))
  // an attempt keeps the version by which it was judged as long as its result stays
  const after = isSameResult ? { ...judged, ruleVersion: before.ruleVersion } : { ...judged, correctedAt: new Date() }
  if (!isSameResult && before.source === 'judge' && source !== 'judge' && !reason)
    throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
  await updateAttempt(tx, attemptId, after)
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'score',
    entityId: entryId,
    before: toAuditAttempt(before),
    after: { ...toAuditAttempt(after), ...(reason ? { reason } : {}), ...toAuditJudge({ judgeId, actor }) },
  })
  if (isSameResult) return []
  return [{ entryId, attemptId, before: toLoggedAttempt(before), after: toLoggedAttempt(after), ruleVersion: after.ruleVersion }]
}

/** Returns the e-mail address to store: the stored one when `typed` is its masked form. Throws `bad-input` for any other masked address. */
const readTypedEmail = (typed: string, stored: string): string => {
  if (!isMaskedEmail(typed)) return normalizeEmail(typed)
  if (typed !== maskEmail(stored)) throw new AppError('bad-input', [{ field: 'playerEmail', code: 'bad-format' }])
  return stored
}

/**
 * Updates the names and the e-mail of a participant. Returns the entry when its participant or names changed. Throws `conflict` when the event has another entry with
 * them, and `bad-input` when final results change without a reason, and for a masked e-mail of another entry.
 */
export const updateParticipantDetails = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, details, reason = '' }: WriteOf<'details'>,
  actor: Actor,
): Promise<SaltedEntry[]> => {
  const before = await lockExistingEntry(tx, event, entryId)
  const after: ParticipantDetails = { ...details, playerEmail: readTypedEmail(details.playerEmail, before.playerEmail) }
  const identity: Partial<EntryValues> = {}
  // An entry of an account or a team keeps its participant; a guest may become another guest or an account.
  if (before.participantKey.startsWith('guest:')) {
    const [user] = after.playerEmail ? await listUsersByIdOrConfirmedEmail(tx, 'email', [after.playerEmail]) : []
    const guest = buildGuestParticipantKey(after)
    if (!guest) throw new AppError('bad-input', [{ field: 'playerName', code: 'required' }])
    identity.participantKey = user ? `user:${user.id}` : guest
    identity.userId = user?.id ?? null
  }
  const changed = { ...before, ...after, ...identity }
  const participantSalt = generateParticipantSalt()
  // the same salt gives the same hashes of the same participant
  const isChanged = !isDeepStrictEqual(hashParticipant(participantSalt, before), hashParticipant(participantSalt, changed))
  if (isChanged && event.areResultsFinal && reason === '') throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
  try {
    await inTransaction(tx, (inner) => updateEntry(inner, entryId, { ...after, ...identity, ...(isChanged ? { participantSalt } : {}) }))
  } catch (error) {
    if (findDatabaseErrorCode(error) !== '23505') throw error
    throw new AppError('conflict', [{ field: after.playerEmail ? 'playerEmail' : 'playerName', code: 'taken' }])
  }
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'score',
    entityId: entryId,
    before: toAuditScoreEntry(before),
    after: { ...toAuditScoreEntry(after), ...(reason ? { reason } : {}) },
  })
  return isChanged ? [{ ...changed, participantSalt }] : []
}
