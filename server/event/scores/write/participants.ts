import { hasEmailMaskDots, normalizeEmail } from '#contract/accounts/identity.ts'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import type { MissionType } from '#contract/event/event.ts'
import {
  type CandidateTeam,
  normalizeCompetitionName,
  normalizeNameForComparison,
} from '#contract/event/scores/participants.ts'
import type { Participant } from '#contract/event/scores/score.schema.ts'
import type { AttemptSource } from '#contract/event/scores/score.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { GuestRules } from '../scoring/queries-event-context.ts'
import { isParticipantWithoutId, matchParticipantsToEntriesByNames } from './entries-by-names.ts'
import { buildOldGuestKey, type GuestNames, isTeamKey, loadGuestKeyFinder } from './guest-keys.ts'
import { isNameOfTeam, loadTeamOrGuestFinder, type Meaning } from './participant-meanings.ts'
import {
  type EntryValues,
  type GuestLink,
  listEntriesByIds,
  listEntriesByParticipantKeys,
  type StoredEntry,
} from './queries-entries.ts'
import {
  filterTeamsAllowedForResults,
  listUndeletedTeamsByIds,
  listUndeletedUsersByIds,
  listUsersByConfirmedEmails,
  type ParticipatingTeam,
} from './queries-participants.ts'

/** A participant that cannot be used; `index` is its position in the list. */
type ParticipantProblem = { index: number; problem: FieldProblem }
/**
 * What a participant of a list means. `team` is the registered team, `hasOtherName` says that its name is
 * another one than that of the list, `hasUnusedPlayerName` that the list names a player whom the entry of the
 * team does not show, and `isKeptGuest` that the event has teams, of which none fits, and that the guest
 * receives results because it has some already.
 */
export type ParticipantLine = {
  key: string
  team: CandidateTeam | undefined
  hasOtherName: boolean
  hasUnusedPlayerName: boolean
  isKeptGuest: boolean
}
/** Participants as entries; `lines` are in the order of the list. */
export type ResolvedParticipants = {
  lines: ParticipantLine[]
  entries: EntryValues[]
  /** The entries that exist, by participant key. */
  existing: Map<string, StoredEntry>
  /** Entries of guests whose email is that of a user. */
  linkedGuests: GuestLink[]
  problems: ParticipantProblem[]
}

const mapById = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))

/**
 * Returns the users, teams and entries that participants name by id or email. Users and teams of other regions than
 * those of a limited user are not found, unless the team takes part in the event.
 */
const findNamedRecords = async (
  db: Db,
  eventId: string,
  participants: readonly Participant[],
  regionLimit: RegionLimit,
) => {
  const distinct = (idOf: (participant: Participant) => string | undefined) => [
    ...new Set(participants.map(idOf).filter((value) => value !== undefined)),
  ]
  const emails = distinct(({ entryId, userId, teamId, playerEmail }) =>
    entryId || userId || teamId || !playerEmail ? undefined : normalizeEmail(playerEmail),
  )
  const entryById = mapById(
    await listEntriesByIds(
      db,
      eventId,
      distinct(({ entryId }) => entryId),
    ),
  )
  const userById = mapById(
    await listUndeletedUsersByIds(
      db,
      distinct(({ userId }) => userId),
      regionLimit,
    ),
  )
  const userByEmail = new Map(
    (await listUsersByConfirmedEmails(db, emails, regionLimit)).map((user) => [user.email, user]),
  )
  const teamIdsOfEntries = [...entryById.values()].flatMap(({ teamId }) => teamId ?? [])
  const teamById = mapById([
    ...(await listUndeletedTeamsByIds(db, [...new Set(teamIdsOfEntries)])),
    ...(await filterTeamsAllowedForResults(
      db,
      distinct(({ teamId }) => teamId),
      { eventId, regionLimit },
    )),
  ])
  return { entryById, userById, userByEmail, teamById }
}

/** Returns the texts of a participant with those of the record of its team. */
const withTextsOfTeam = (participant: Participant, { teamNo, name, schoolName }: ParticipatingTeam) => ({
  ...participant,
  teamNo: String(teamNo),
  teamName: name,
  schoolName,
})

/** Returns a guest with its team number in normal form, as rankings show it. */
const withNormalTeamNumber = (participant: Participant): Participant => {
  const number = normalizeAndClassifyTeamNumber(participant.teamNo ?? '')
  return number?.kind === 'number' ? { ...participant, teamNo: number.value } : participant
}

/** Finds the guests that a list gives two names of a team under one number, or two competitions. */
const listContradictions = (
  lines: readonly { key: string; participant: Participant; isGuestByNames: boolean }[],
): ParticipantProblem[] => {
  const firstNames = new Map<string, string>()
  const firstCompetitions = new Map<string, string>()
  return lines.flatMap(({ key, participant, isGuestByNames }, index): ParticipantProblem[] => {
    const { teamNo, teamName = '', competition = '' } = participant
    const isOther = (firsts: Map<string, string>, text: string, normalize: (text: string) => string) => {
      if (!isGuestByNames || text === '') return false
      const first = firsts.get(key) ?? text
      firsts.set(key, first)
      return normalize(first) !== normalize(text)
    }
    const refuse = (field: 'teamName' | 'competition', name = ''): ParticipantProblem[] => [
      {
        index,
        problem: {
          field,
          code: field === 'teamName' ? 'other-team-name' : 'other-competition',
          values: { name },
        },
      },
    ]
    if (isOther(firstCompetitions, competition, normalizeCompetitionName))
      return refuse('competition', firstCompetitions.get(key))
    return teamNo && isOther(firstNames, teamName, normalizeNameForComparison)
      ? refuse('teamName', firstNames.get(key))
      : []
  })
}

/**
 * Finds the entries of participants (see `Participant`), and what the entries show. Names of users and teams
 * come from their records. The texts of an existing entry stay as they are when `source` is the simulator,
 * which does not undo the corrections of an administrator.
 *
 * The order of the rules: ids; for a file the exact names of an entry; the email; the number of a team of the
 * event; its name; else a guest. In an event with teams a guest that has no result yet is a problem, unless
 * the event accepts guests.
 */
export const matchParticipantsToEntries = async (
  db: Db,
  event: { id: string; missionType: MissionType; guestRules?: GuestRules },
  given: readonly Participant[],
  { source, regionLimit = null }: { source: AttemptSource } & Pick<Actor, 'regionLimit'>,
): Promise<ResolvedParticipants> => {
  const overwrite = source !== 'simulator'
  const withoutMasks = given.map((participant) =>
    hasEmailMaskDots(participant.playerEmail ?? '')
      ? { ...participant, playerEmail: undefined }
      : participant,
  )
  const { hasTeams, findTeam, findMeaning } = await loadTeamOrGuestFinder(
    db,
    event,
    withoutMasks.filter(isParticipantWithoutId),
    source,
  )
  const named =
    source === 'csv'
      ? await matchParticipantsToEntriesByNames(db, event.id, given, (index) =>
          findTeam(withoutMasks[index] as Participant),
        )
      : []
  const participants = withoutMasks.map((participant, index) => {
    const entry = named[index]
    if (!entry || entry === 'several') return participant
    // the names are those of the entry, maybe in another spelling
    return {
      ...participant,
      entryId: entry.id,
      playerName: undefined,
      teamName: undefined,
      teamNo: undefined,
    }
  })
  const { entryById, userById, userByEmail, teamById } = await findNamedRecords(
    db,
    event.id,
    participants,
    regionLimit,
  )
  const unnamed = participants.filter(isParticipantWithoutId)
  const meanings = new Map(
    participants.flatMap((participant, index): [Participant, Meaning][] => {
      if (!isParticipantWithoutId(participant)) return []
      const problem = { field: 'playerName', code: 'several-entries' } as const
      return [
        [participant, named[index] === 'several' ? { of: 'problem', problem } : findMeaning(participant)],
      ]
    }),
  )
  const { findKey, stored } = await loadGuestKeyFinder(
    db,
    event.id,
    unnamed.filter((participant) => meanings.get(participant)?.of === 'guest'),
  )
  const problems: ParticipantProblem[] = []
  const guestLinks = new Map<string, GuestLink>()
  const addLink = (userId: string, guest: GuestNames) => {
    const guestKey = buildOldGuestKey(guest)
    guestLinks.set(guestKey, { guestKey, userKey: `user:${userId}`, userId })
  }
  type Resolved = ParticipantLine & {
    participant: Participant
    user?: ReturnType<typeof userById.get>
    record?: ParticipatingTeam | undefined
    /** A guest without an email. */
    isGuestByNames: boolean
    /** The problem of a participant that has no entry yet. */
    refusal?: FieldProblem
  }
  const none = {
    key: '',
    team: undefined,
    hasOtherName: false,
    hasUnusedPlayerName: false,
    isKeptGuest: false,
    isGuestByNames: false,
  }

  const resolveNamed = (participant: Participant, index: number): Resolved => {
    const { entryId, userId, teamId, playerEmail } = participant
    if (entryId) {
      const entry = entryById.get(entryId)
      if (!entry) problems.push({ index, problem: { field: 'entryId', code: 'not-found' } })
      const team = entry?.teamId && !entry.userId ? teamById.get(entry.teamId) : undefined
      return { ...none, participant, team, key: entry?.participantKey ?? '' }
    }
    const user = userId ? userById.get(userId) : undefined
    const record = teamId ? teamById.get(teamId) : undefined
    if (userId && !user) problems.push({ index, problem: { field: 'userId', code: 'not-found' } })
    if (teamId && !record) problems.push({ index, problem: { field: 'teamId', code: 'not-found' } })
    if (user && playerEmail) addLink(user.id, participant)
    const key = user ? `user:${user.id}` : record ? `team:${record.id}` : ''
    const isNamedAsTeam = record && !user && isNameOfTeam(participant.playerName ?? '', record)
    const shown = isNamedAsTeam ? { ...participant, playerName: undefined } : participant
    return { ...none, participant: shown, user, record, team: user ? undefined : record, key }
  }
  const resolveUnnamed = (participant: Participant, index: number): Resolved => {
    const meaning = meanings.get(participant) as Meaning
    if (meaning.of === 'problem') {
      problems.push({ index, problem: meaning.problem })
      return { ...none, participant }
    }
    if (meaning.of === 'team') {
      const { team, hasOtherName } = meaning
      const { playerName = '', missionType } = participant
      const isPlayer = playerName !== '' && !isNameOfTeam(playerName, team)
      // The record of the team has the other texts. A player of the simulator is shown by a new entry; in a file
      // or form the members of the team have played.
      const shown = { missionType, ...(isPlayer && source === 'simulator' ? { playerName } : {}) }
      return {
        ...none,
        participant: shown,
        record: team,
        team,
        hasOtherName,
        hasUnusedPlayerName: isPlayer && source !== 'simulator',
        key: `team:${team.id}`,
      }
    }
    const { team, refusal } = meaning
    const shown = team ? withTextsOfTeam(participant, team) : withNormalTeamNumber(participant)
    const user = participant.playerEmail
      ? userByEmail.get(normalizeEmail(participant.playerEmail))
      : undefined
    if (user) {
      addLink(user.id, participant)
      // an account is known, but the team that the line names is not
      const isOfTeam = refusal && refusal.code !== 'guests-closed'
      return { ...none, participant: shown, user, key: `user:${user.id}`, ...(isOfTeam ? { refusal } : {}) }
    }
    const found = findKey(participant)
    if ('problem' in found) {
      problems.push({ index, problem: found.problem })
      return { ...none, participant: shown }
    }
    return {
      ...none,
      participant: shown,
      key: found.key,
      ...(refusal ? { refusal } : {}),
      isKeptGuest: hasTeams && !team && found.isStored,
      isGuestByNames: !participant.playerEmail,
    }
  }
  const resolved = participants.map((participant, index) =>
    isParticipantWithoutId(participant)
      ? resolveUnnamed(participant, index)
      : resolveNamed(participant, index),
  )
  problems.push(...listContradictions(resolved))

  const linkedGuests = [...guestLinks.values()]
  const existing = new Map(stored.map((entry) => [entry.participantKey, entry]))
  const otherKeys = [...new Set([...resolved.map(({ key }) => key), ...guestLinks.keys()])].filter(
    (key) => key !== '' && !existing.has(key),
  )
  if (otherKeys.length > 0)
    for (const entry of await listEntriesByParticipantKeys(db, event.id, otherKeys))
      existing.set(entry.participantKey, entry)
  for (const { guestKey: guest, userKey } of linkedGuests) {
    const entry = existing.get(guest)
    if (entry && !existing.has(userKey)) existing.set(userKey, entry)
  }

  for (const [index, { key, refusal }] of resolved.entries())
    if (refusal && !existing.has(key)) problems.push({ index, problem: refusal })

  const entries = new Map<string, EntryValues>()
  for (const { participant, user, record, key } of resolved) {
    const before = entries.get(key) ?? existing.get(key)
    const isOfKnownTeam = isTeamKey(key) && existing.has(key)
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
      teamId: record?.id ?? before?.teamId ?? null,
      playerName: text(
        user && `${user.firstName} ${user.lastName}`.trim(),
        isOfKnownTeam && !overwrite ? undefined : participant.playerName,
        before?.playerName,
      ),
      playerEmail: text(
        user?.email,
        participant.playerEmail && normalizeEmail(participant.playerEmail),
        before?.playerEmail,
      ),
      teamNo: text(record && String(record.teamNo), participant.teamNo, before?.teamNo),
      teamName: text(record?.name, participant.teamName, before?.teamName),
      schoolName: text(record?.schoolName || user?.schoolName, participant.schoolName, before?.schoolName),
      missionType: overwrite
        ? (participant.missionType ?? before?.missionType ?? user?.missionType ?? event.missionType)
        : (before?.missionType ?? participant.missionType ?? user?.missionType ?? event.missionType),
    })
  }
  return {
    lines: resolved.map(({ key, team, hasOtherName, hasUnusedPlayerName, isKeptGuest }) => ({
      key,
      team,
      hasOtherName,
      hasUnusedPlayerName,
      isKeptGuest,
    })),
    entries: [...entries.values()].filter(({ participantKey }) => participantKey !== ''),
    existing,
    linkedGuests,
    problems,
  }
}
