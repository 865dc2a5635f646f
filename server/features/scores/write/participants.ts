import type { MissionType } from '#contract/event.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import type { Participant } from '#contract/score.schema.ts'
import type { ParticipantText } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import {
  type EntryValues,
  type GuestLink,
  listEntriesByIds,
  listEntriesByParticipantKeys,
  listLinkedEntriesByNames,
  type StoredEntry,
} from './queries-entries.ts'
import { listPresentTeamsByIds, listUsersByConfirmedEmails, listUsersByIds } from './queries-participants.ts'

const from = 'أإآٱىئؤة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
const to = 'اااايءءه01234567890123456789'
const spelling = new Map([...from].map((letter, at) => [letter, to[at] as string]))
const ignored =
  /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu

/**
 * Returns the form of a name or team number that identifies a guest in a ranking: case, accents, Arabic marks
 * and the usual spellings of a letter do not count, but 'سماء' and 'سما' are two guests, which search does
 * not tell apart. Stored participant keys contain this form, so it never changes.
 */
const normalizeGuestName = (text: string): string =>
  Array.from(text.normalize('NFKC'), (letter) => spelling.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** A participant that cannot be used; `index` is its position in the list. */
type ParticipantProblem = { index: number; problem: FieldProblem }
/** Participants as entries. `keys[index]` is the participant key of the one at that position. */
type ScoreEntriesOfParticipants = {
  keys: string[]
  entries: EntryValues[]
  /** The entries that exist, by participant key. */
  existing: Map<string, StoredEntry>
  /** Entries of guests whose email is that of a user. */
  linkedGuests: GuestLink[]
  problems: ParticipantProblem[]
}

/**
 * Returns the participant key of a guest: by email, else by team number, else by name, else by the name of
 * the team. Undefined when all are empty.
 */
export const buildGuestParticipantKey = (
  guest: Pick<Participant, Exclude<ParticipantText, 'schoolName'>>,
): string | undefined => {
  const identity = guest.playerEmail
    ? normalizeEmail(guest.playerEmail)
    : normalizeGuestName(guest.teamNo || guest.playerName || guest.teamName || '')
  return identity === '' ? undefined : `guest:${identity}`
}

const mapById = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))

/** Returns the users, teams and entries that participants name. */
const findNamedRecords = async (db: Db, eventId: string, participants: readonly Participant[]) => {
  const distinct = (idOf: (participant: Participant) => string | undefined) => [
    ...new Set(participants.map(idOf).filter((value) => value !== undefined)),
  ]
  const emails = distinct(({ userId, teamId, playerEmail }) =>
    userId || teamId || !playerEmail ? undefined : normalizeEmail(playerEmail),
  )
  const entryById = mapById(
    await listEntriesByIds(
      db,
      eventId,
      distinct(({ entryId }) => entryId),
    ),
  )
  const userById = mapById(
    await listUsersByIds(
      db,
      distinct(({ userId }) => userId),
    ),
  )
  const userByEmail = new Map(
    (await listUsersByConfirmedEmails(db, emails)).map((user) => [user.email, user]),
  )
  const teamById = mapById(
    await listPresentTeamsByIds(
      db,
      distinct(({ teamId }) => teamId),
    ),
  )
  return { entryById, userById, userByEmail, teamById }
}

/**
 * Adds the id of an entry to each participant of a file that names nobody by id and has the player name, team
 * name, team number and, where given, email of exactly one entry of a user or a team. So a file that the
 * export wrote adds to the entries that it came from.
 */
export const addEntryIdsByNames = async (
  db: Db,
  eventId: string,
  participants: readonly Participant[],
): Promise<Participant[]> => {
  const unnamed = participants.filter(({ entryId, userId, teamId }) => !entryId && !userId && !teamId)
  const buildNameKey = ({
    playerName = '',
    teamName = '',
    teamNo = '',
  }: Pick<Participant, 'playerName' | 'teamName' | 'teamNo'>) =>
    JSON.stringify([playerName, teamName, teamNo])
  const found = await listLinkedEntriesByNames(db, eventId, {
    playerNames: [...new Set(unnamed.map(({ playerName = '' }) => playerName))],
    teamNames: [...new Set(unnamed.map(({ teamName = '' }) => teamName))],
  })
  const entriesByName = Map.groupBy(found, buildNameKey)
  return participants.map((participant) => {
    if (participant.entryId || participant.userId || participant.teamId) return participant
    const email = participant.playerEmail && normalizeEmail(participant.playerEmail)
    const [entry, ...others] = (entriesByName.get(buildNameKey(participant)) ?? []).filter(
      ({ playerEmail }) => !email || normalizeEmail(playerEmail) === email,
    )
    return entry && others.length === 0 ? { ...participant, entryId: entry.id } : participant
  })
}

/**
 * Finds the entries of participants (see `Participant`), and what the entries show. Names of users and teams
 * come from their records. The texts of an existing entry stay unless `overwrite` is true: the simulator does
 * not undo the corrections of an administrator.
 */
export const findParticipantEntriesAndProblems = async (
  db: Db,
  event: { id: string; missionType: MissionType },
  participants: readonly Participant[],
  overwrite: boolean,
): Promise<ScoreEntriesOfParticipants> => {
  const { entryById, userById, userByEmail, teamById } = await findNamedRecords(db, event.id, participants)
  const problems: ParticipantProblem[] = []
  const guestLinks = new Map<string, GuestLink>()
  const resolved = participants.map((participant, index) => {
    const { entryId, userId, teamId, playerEmail } = participant
    const entry = entryId ? entryById.get(entryId) : undefined
    if (entryId) {
      if (!entry) problems.push({ index, problem: { field: 'entryId', code: 'not-found' } })
      return { participant, user: undefined, team: undefined, key: entry?.participantKey ?? '' }
    }
    const user = userId
      ? userById.get(userId)
      : teamId || !playerEmail
        ? undefined
        : userByEmail.get(normalizeEmail(playerEmail))
    const team = teamId ? teamById.get(teamId) : undefined
    if (userId && !user) problems.push({ index, problem: { field: 'userId', code: 'not-found' } })
    if (teamId && !team) problems.push({ index, problem: { field: 'teamId', code: 'not-found' } })
    const key = user ? `user:${user.id}` : team ? `team:${team.id}` : buildGuestParticipantKey(participant)
    if (key === undefined) problems.push({ index, problem: { field: 'playerName', code: 'required' } })
    const guest = user && playerEmail ? buildGuestParticipantKey(participant) : undefined
    if (user && guest) guestLinks.set(guest, { guestKey: guest, userKey: `user:${user.id}`, userId: user.id })
    return { participant, user, team, key: key ?? '' }
  })
  const linkedGuests = [...guestLinks.values()]
  const keys = resolved.map(({ key }) => key)
  const found = await listEntriesByParticipantKeys(db, event.id, [
    ...new Set([...keys, ...guestLinks.keys()]),
  ])
  const existing = new Map(found.map((entry) => [entry.participantKey, entry]))
  for (const { guestKey: guest, userKey } of linkedGuests) {
    const entry = existing.get(guest)
    if (entry && !existing.has(userKey)) existing.set(userKey, entry)
  }

  const entries = new Map<string, EntryValues>()
  for (const { participant, user, team, key } of resolved) {
    const before = entries.get(key) ?? existing.get(key)
    const text = (
      ofRecord: string | undefined | null,
      given: string | undefined,
      stored: string | undefined,
    ) =>
      (overwrite && stored !== undefined ? given || stored : stored || ofRecord || given) ||
      ofRecord ||
      given ||
      ''
    entries.set(key, {
      participantKey: key,
      userId: user?.id ?? before?.userId ?? null,
      teamId: team?.id ?? before?.teamId ?? null,
      playerName: text(
        user && `${user.firstName} ${user.lastName}`.trim(),
        participant.playerName,
        before?.playerName,
      ),
      playerEmail: text(
        user?.email,
        participant.playerEmail && normalizeEmail(participant.playerEmail),
        before?.playerEmail,
      ),
      teamNo: text(team && String(team.teamNo), participant.teamNo, before?.teamNo),
      teamName: text(team?.name, participant.teamName, before?.teamName),
      schoolName: text(team?.schoolName || user?.schoolName, participant.schoolName, before?.schoolName),
      missionType: overwrite
        ? (participant.missionType ?? before?.missionType ?? user?.missionType ?? event.missionType)
        : (before?.missionType ?? participant.missionType ?? user?.missionType ?? event.missionType),
    })
  }
  return { keys, entries: [...entries.values()], existing, linkedGuests, problems }
}
