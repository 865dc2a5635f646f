import { normalizeEmail } from '#contract/accounts/identity.ts'
import {
  normalizeGuestNumberOrName,
  normalizeNameForParticipantKey,
} from '#contract/event/scores/participants.ts'
import type { Participant } from '#contract/event/scores/score.schema.ts'
import type { ParticipantText } from '#contract/event/scores/score.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import {
  listEntriesByParticipantKeys,
  listGuestKeysByKeyOrPattern,
  uncleanCharacters,
} from './queries-entries.ts'

/** The texts that identify a guest. */
export type GuestNames = Pick<Participant, Exclude<ParticipantText, 'schoolName'>>

/** Returns the text by which a guest is known: the email, else the team number, else a name. */
const getGuestIdentity = ({ playerEmail, teamNo, playerName, teamName }: GuestNames): string =>
  playerEmail ? normalizeEmail(playerEmail) : teamNo || playerName || teamName || ''

/**
 * Returns the participant key of a new guest: by email, else by the normal form of the team number, else of
 * the name, else of the name of the team. Undefined when all are empty.
 */
const buildGuestParticipantKey = (guest: GuestNames): string | undefined => {
  const text = getGuestIdentity(guest)
  const identity = guest.playerEmail ? text : normalizeGuestNumberOrName(text)
  return identity === '' ? undefined : `guest:${identity}`
}

/** Returns the participant key that version 1.0.0 gave a guest: `07`, `7` and `#7` were three guests. */
export const buildOldGuestKey = (guest: GuestNames): string =>
  guest.playerEmail
    ? `guest:${normalizeEmail(guest.playerEmail)}`
    : `guest:${normalizeNameForParticipantKey(getGuestIdentity(guest))}`

/**
 * Matches the participant keys of version 1.0.0 that may differ from their normal form: a leading `#` or 0, digits
 * of other scripts, and characters that are cleaned. PostgreSQL reads the same pattern.
 */
const oldKeyPattern = `^guest:(#|0[0-9]|[0-9]*[^ -~\u0600-\u06ff])|[${uncleanCharacters}]`
const isOldKey = new RegExp(oldKeyPattern, 'u')

const guestPrefix = 'guest:'
export const isGuestKey = (participantKey: string): boolean => participantKey.startsWith(guestPrefix)
export const isTeamKey = (participantKey: string): boolean => participantKey.startsWith('team:')
/** Returns the normal form of the guest with a participant key. */
export const extractNormalGuestIdentity = (participantKey: string): string => {
  const identity = participantKey.slice(guestPrefix.length)
  return isOldKey.test(participantKey) ? normalizeGuestNumberOrName(identity) : identity
}

/**
 * Finds the participant keys of guests, and reads the entries with the keys of older versions. The exact key of
 * an older version counts first, then the one stored guest with the same normal form; several are a problem.
 */
export const loadGuestKeyFinder = async (db: Db, eventId: string, guests: readonly Participant[]) => {
  const oldKeys = [...new Set(guests.map(buildOldGuestKey))]
  const stored = oldKeys.length > 0 ? await listEntriesByParticipantKeys(db, eventId, oldKeys) : []
  const exact = new Set(stored.map(({ participantKey }) => participantKey))
  const newKeys = guests.flatMap((guest) =>
    guest.playerEmail || exact.has(buildOldGuestKey(guest)) ? [] : (buildGuestParticipantKey(guest) ?? []),
  )
  const byForm = Map.groupBy(
    newKeys.length > 0
      ? await listGuestKeysByKeyOrPattern(db, eventId, {
          keys: [...new Set(newKeys)],
          pattern: oldKeyPattern,
        })
      : [],
    extractNormalGuestIdentity,
  )
  const findKey = (guest: Participant): { key: string; isStored: boolean } | { problem: FieldProblem } => {
    const oldKey = buildOldGuestKey(guest)
    if (exact.has(oldKey)) return { key: oldKey, isStored: true }
    const newKey = buildGuestParticipantKey(guest)
    if (newKey === undefined) return { problem: { field: 'playerName', code: 'required' } }
    const [key, ...others] = guest.playerEmail ? [] : (byForm.get(extractNormalGuestIdentity(newKey)) ?? [])
    if (others.length > 0)
      return {
        problem: {
          field: guest.teamNo ? 'teamNo' : guest.playerName ? 'playerName' : 'teamName',
          code: 'several-guests',
        },
      }
    return key === undefined ? { key: newKey, isStored: false } : { key, isStored: true }
  }
  return { findKey, stored }
}
