import type { MissionType } from '#contract/event.ts'
import { normalEmail } from '#contract/rules/identity.ts'
import { searchForm } from '#contract/rules/search-form.ts'
import type { Participant } from '#contract/score.ts'
import type { Db } from '#server/db/open.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'
import { type EntryWrite, entriesById, entriesByKey, type KnownEntry, teamsById, usersBy } from './queries-write.ts'

/** A participant that cannot be used; `at` is its position in the list. */
export type ParticipantProblem = { at: number; problem: FieldProblem }
/** Participants as entries: `keys[at]` names the entry of the one at that position. */
export type Resolved = {
  keys: string[]
  entries: EntryWrite[]
  known: Map<string, KnownEntry>
  /** Guests' entries that belong to accounts now. */
  adopt: { from: string; to: string; userId: string }[]
  problems: ParticipantProblem[]
}

const oneLine = (value: string) => searchForm(value).replace(/\s+/g, ' ').trim()

/** How a guest is known: by e-mail, else by team number, else by name, else by the team's name. Undefined for nobody. */
export const guestKey = (who: Pick<Participant, 'email' | 'teamNo' | 'name' | 'teamName'>): string | undefined => {
  const said = who.email ? normalEmail(who.email) : oneLine(who.teamNo || who.name || who.teamName || '')
  return said === '' ? undefined : `guest:${said}`
}

/**
 * Finds whose entries these are (see `Participant`) and what their entries say. Names of accounts and teams come from their records. Of an entry
 * that is there already, texts stay unless `overwrite` says that given ones replace them: what an administrator corrected is not undone by the simulator.
 */
export const resolveParticipants = async (
  db: Db,
  event: { id: string; missionType: MissionType },
  list: readonly Participant[],
  overwrite: boolean,
): Promise<Resolved> => {
  const given = (of: (who: Participant) => string | undefined) => [...new Set(list.map(of).filter((value) => value !== undefined))]
  const byEntry = new Map(
    (
      await entriesById(
        db,
        event.id,
        given((who) => who.entryId),
      )
    ).map((entry) => [entry.id, entry]),
  )
  const byId = new Map(
    (
      await usersBy(
        db,
        'id',
        given((who) => who.userId),
      )
    ).map((user) => [user.id, user]),
  )
  const emails = given((who) => (who.userId || who.teamId || !who.email ? undefined : normalEmail(who.email)))
  const byEmail = new Map((await usersBy(db, 'email', emails)).map((user) => [user.email, user]))
  const teamById = new Map(
    (
      await teamsById(
        db,
        given((who) => who.teamId),
      )
    ).map((team) => [team.id, team]),
  )

  const problems: ParticipantProblem[] = []
  const adopt = new Map<string, Resolved['adopt'][number]>()
  const found = list.map((who, at) => {
    const entry = who.entryId ? byEntry.get(who.entryId) : undefined
    if (who.entryId) {
      if (!entry) problems.push({ at, problem: { field: 'entryId', code: 'not-found' } })
      return { who, user: undefined, team: undefined, key: entry?.participantKey ?? '' }
    }
    const user = who.userId ? byId.get(who.userId) : who.teamId || !who.email ? undefined : byEmail.get(normalEmail(who.email))
    const team = who.teamId ? teamById.get(who.teamId) : undefined
    if (who.userId && !user) problems.push({ at, problem: { field: 'userId', code: 'not-found' } })
    if (who.teamId && !team) problems.push({ at, problem: { field: 'teamId', code: 'not-found' } })
    const key = user ? `user:${user.id}` : team ? `team:${team.id}` : guestKey(who)
    if (key === undefined) problems.push({ at, problem: { field: 'name', code: 'required' } })
    const guest = user && who.email ? guestKey(who) : undefined
    if (user && guest) adopt.set(guest, { from: guest, to: `user:${user.id}`, userId: user.id })
    return { who, user, team, key: key ?? '' }
  })
  const guestOf = new Map([...adopt.values()].map(({ from, to }) => [to, from]))
  const there = await entriesByKey(db, event.id, [...new Set([...found.map(({ key }) => key), ...guestOf.values()])])
  const known = new Map(there.map((entry) => [entry.participantKey, entry]))
  for (const [account, guest] of guestOf) {
    const entry = known.get(guest)
    if (entry && !known.has(account)) known.set(account, entry)
  }

  const entries = new Map<string, EntryWrite>()
  for (const { who, user, team, key } of found) {
    const before = entries.get(key) ?? known.get(key)
    const text = (record: string | undefined | null, said: string | undefined, kept: string | undefined) =>
      (overwrite && kept !== undefined ? said || kept : kept || record || said) || record || said || ''
    entries.set(key, {
      participantKey: key,
      userId: user?.id ?? before?.userId ?? null,
      teamId: team?.id ?? before?.teamId ?? null,
      playerName: text(user && `${user.firstName} ${user.lastName}`.trim(), who.name, before?.playerName),
      playerEmail: text(user?.email, who.email && normalEmail(who.email), before?.playerEmail),
      teamNo: text(team && String(team.teamNo), who.teamNo, before?.teamNo),
      teamName: text(team?.name, who.teamName, before?.teamName),
      school: text(team?.school || user?.school, who.school, before?.school),
      missionType: overwrite
        ? (who.missionType ?? before?.missionType ?? user?.missionType ?? event.missionType)
        : (before?.missionType ?? who.missionType ?? user?.missionType ?? event.missionType),
    })
  }
  return { keys: found.map(({ key }) => key), entries: [...entries.values()], known, adopt: [...adopt.values()], problems }
}
