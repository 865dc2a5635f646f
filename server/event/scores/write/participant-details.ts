import { isDeepStrictEqual } from 'node:util'
import { hasEmailMaskDots, maskEmail, normalizeEmail } from '#contract/accounts/identity.ts'
import type { ParticipantDetails } from '#contract/event/scores/score.schema.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { findSqlStateOrSystemCode } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { generateSalt, hashParticipantAndTeam, type SaltedEntry } from '../log/queries-append.ts'
import { assertNotFinalOrBeingRevealed } from './assign-guests.ts'
import { isGuestKey } from './guest-keys.ts'
import { matchParticipantsToEntries } from './participants.ts'
import { type EntryValues, lockEntryOrThrow, type StoredEntry, updateEntry } from './queries-entries.ts'
import { deleteOverwrittenDetailsOfEntries } from './queries-participants.ts'
import { type ScoredEvent, toAuditScoreEntry, type WriteOf } from './score-write.ts'

/**
 * Returns the email address to store: the stored one when `typed` is its masked form. Throws `bad-input` for
 * any other masked address.
 */
const readTypedEmail = (typed: string, stored: string): string => {
  if (!hasEmailMaskDots(typed)) return normalizeEmail(typed)
  if (typed !== maskEmail(stored))
    throw new AppError('bad-input', [{ field: 'playerEmail', code: 'bad-format' }])
  return stored
}

const identifyingTexts = ['playerEmail', 'teamNo', 'playerName', 'teamName'] as const

/**
 * Finds the participant of a guest whose details are corrected: a guest with other details, the user with the
 * email, or the team of the event that they name. Throws `bad-input` for details that contradict each other or
 * could be those of several teams or guests, and for a team of final results or a running reveal what the
 * assignment of a guest throws. A guest that has a result may have details that fit no team, and one whose
 * number stays may contradict the team with the number as it did before.
 */
const findCorrectedIdentity = async (
  tx: Db,
  event: ScoredEvent,
  before: StoredEntry,
  after: ParticipantDetails,
  { regionLimit = null }: Actor,
): Promise<Partial<EntryValues>> => {
  if (identifyingTexts.every((field) => before[field] === after[field])) return {}
  // a player who is known by the email stays one, whatever the team
  const isPlayer = before.participantKey === `guest:${normalizeEmail(before.playerEmail)}`
  const { lines, entries, problems } = await matchParticipantsToEntries(tx, event, [after], {
    source: isPlayer ? 'simulator' : 'admin',
    regionLimit,
  })
  const isNewGuest = ({ problem }: (typeof problems)[number]) =>
    problem.code === 'guests-closed' || problem.code === 'no-such-team'
  const toNumber = (teamNo: string) => normalizeAndClassifyTeamNumber(teamNo)?.value
  const hasSameNumber = toNumber(before.teamNo) === toNumber(after.teamNo)
  const isUnchanged = (field: string) =>
    hasSameNumber &&
    before.playerEmail === after.playerEmail &&
    identifyingTexts.some((text) => text === field && before[text] === after[text])
  const contradictions = problems.filter((each) => !isNewGuest(each)).map(({ problem }) => problem)
  const refused = contradictions.filter(({ field }) => !isUnchanged(field))
  if (refused.length > 0) throw new AppError('bad-input', refused)
  if (contradictions.length > 0) return {}
  const [line] = lines
  const team = line?.team
  const entry = entries[0]
  if (team && line.hasOtherName) {
    if (hasSameNumber) return {}
    const values = { team: `${team.teamNo} ${team.name}` }
    throw new AppError('bad-input', [{ field: 'teamName', code: 'not-name-of-team', values }])
  }
  if (!team) return { participantKey: lines[0]?.key ?? before.participantKey, userId: entry?.userId ?? null }
  await assertNotFinalOrBeingRevealed(tx, event)
  if (event.rules.draw) throw new AppError('conflict', [{ field: 'teamNo', code: 'taken' }])
  return {
    participantKey: `team:${team.id}`,
    userId: null,
    teamId: team.id,
    // the members of the team have played
    playerName: '',
    teamNo: String(team.teamNo),
    teamName: team.name,
    schoolName: entry?.schoolName || after.schoolName,
  }
}

/**
 * Updates the names and the email of a participant. Returns the entry when its participant or names changed.
 * Throws `conflict` when the event has another entry with them, and `bad-input` when final results change
 * without a reason, for a masked email of another entry, and for details that `findCorrectedIdentity` refuses.
 */
export const updateDetailsAndIdentityWithAudit = async (
  tx: Db,
  event: ScoredEvent,
  { entryId, details, reason = '' }: WriteOf<'details'>,
  actor: Actor,
): Promise<SaltedEntry[]> => {
  const before = await lockEntryOrThrow(tx, event.id, entryId)
  const after: ParticipantDetails = {
    ...details,
    playerEmail: readTypedEmail(details.playerEmail, before.playerEmail),
  }
  // An entry of a user or a team keeps its participant; a guest may become another guest, a user or a team.
  const identity = isGuestKey(before.participantKey)
    ? await findCorrectedIdentity(tx, event, before, after, actor)
    : {}
  const changed = { ...before, ...after, ...identity }
  const participantSalt = generateSalt()
  // the same salt gives the same hashes of the same participant
  const isChanged = !isDeepStrictEqual(
    hashParticipantAndTeam(participantSalt, before),
    hashParticipantAndTeam(participantSalt, changed),
  )
  if (isChanged && event.areResultsFinal && reason === '')
    throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
  try {
    await inTransaction(tx, (inner) =>
      updateEntry(inner, entryId, { ...after, ...identity, ...(isChanged ? { participantSalt } : {}) }),
    )
  } catch (error) {
    if (findSqlStateOrSystemCode(error) !== '23505') throw error
    const field = identity.teamId ? 'teamNo' : after.playerEmail ? 'playerEmail' : 'playerName'
    throw new AppError('conflict', [{ field, code: 'taken' }])
  }
  const { teamId } = identity
  // an import that is undone would give the team the names of the guest
  if (teamId) await deleteOverwrittenDetailsOfEntries(tx, [entryId])
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'score',
    entityId: entryId,
    before: toAuditScoreEntry(before),
    after: {
      ...toAuditScoreEntry(changed),
      ...(teamId ? { team: teamId } : {}),
      ...(reason ? { reason } : {}),
    },
  })
  return isChanged ? [{ ...changed, participantSalt }] : []
}
