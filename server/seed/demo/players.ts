// The users are inserted directly, in one statement, because the service of users adds each user by
// itself and writes the audit log.
import type { Db } from '#server/platform/db/open.ts'
import type { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { users } from '#server/platform/db/schema/users.ts'
import {
  arabicBoyNames,
  arabicFamilyNames,
  arabicGirlNames,
  arabicSchoolNames,
  latinBoyNames,
  latinFamilyNames,
  latinGirlNames,
  latinSchoolNames,
} from './names.ts'

/** Creates a seeded generator of pseudorandom numbers from 0 to 1 (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns a random item of a list. */
export const pickRandomItem = <T>(list: readonly T[], next: () => number): T => {
  const item = list[Math.floor(next() * list.length)]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

export type DemoPlayer = {
  firstName: string
  lastName: string
  email: string
  /** 0 male, 1 female. */
  gender: 0 | 1
  age: number
  school: string
  missionType: 0 | 1 | 2 | 3 | 4
  lang: 'en' | 'ar'
  /** The skill of the player from 0 to 1, the same in every event. */
  skill: number
}

/** Returns the level for an age. */
const getMissionType = (age: number): DemoPlayer['missionType'] =>
  age <= 12 ? 0 : age <= 15 ? 1 : age <= 18 ? 2 : 3

/** Creates `count` players with different full names. */
export function generateDemoPlayers(count: number): DemoPlayer[] {
  const next = createSeededRandom(2026)
  const seen = new Set<string>()
  const players: DemoPlayer[] = []
  while (players.length < count) {
    const gender = next() < 0.5 ? 1 : 0
    const arabic = next() < 0.6
    const firstName = pickRandomItem(
      arabic ? (gender ? arabicGirlNames : arabicBoyNames) : gender ? latinGirlNames : latinBoyNames,
      next,
    )
    const lastName = pickRandomItem(arabic ? arabicFamilyNames : latinFamilyNames, next)
    const full = `${firstName} ${lastName}`
    if (seen.has(full)) continue
    seen.add(full)
    const age = 8 + Math.floor(next() * 12)
    players.push({
      firstName,
      lastName,
      email: `player${String(players.length + 1).padStart(3, '0')}@students.example`,
      gender,
      age,
      school: pickRandomItem(arabic ? arabicSchoolNames : latinSchoolNames, next),
      missionType: getMissionType(age),
      lang: arabic ? 'ar' : 'en',
      skill: next(),
    })
  }
  return players
}

/** A participant of an event, with the columns of a score entry. */
export type Participant = Pick<
  typeof scoreEntries.$inferInsert,
  'participantKey' | 'userId' | 'teamId' | 'playerName' | 'playerEmail' | 'teamNo' | 'teamName' | 'schoolName'
> & { skill: number; missionType: number }

/** Inserts 300 students without a password, so that nobody can sign in as one of them. */
export async function insertDemoPlayersAsUsers(tx: Db): Promise<Participant[]> {
  const players = generateDemoPlayers(300)
  const rows = await tx
    .insert(users)
    .values(players.map(({ skill: _, ...player }) => ({ ...player, role: 'student' as const, demo: true })))
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email })
  const ids = new Map(rows.map(({ id, email }) => [email, id]))
  return players.flatMap((player) => {
    const id = ids.get(player.email)
    if (!id) return []
    const { firstName, lastName, email, school, missionType, skill } = player
    return {
      participantKey: `user:${id}`,
      userId: id,
      playerName: `${firstName} ${lastName}`,
      playerEmail: email,
      schoolName: school,
      missionType,
      skill,
    }
  })
}
