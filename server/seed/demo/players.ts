import { addDays } from '#contract/rules/time-zone.ts'
import { schoolTypes } from '#contract/team.fields.ts'
import type { teams } from '#server/db/schema/teams.ts'
import {
  arabicBoyNames,
  arabicFamilyNames,
  arabicGirlNames,
  arabicSchoolNames,
  latinBoyNames,
  latinFamilyNames,
  latinGirlNames,
  latinSchoolNames,
  teamNames,
} from './names.ts'

/** What happened to a demo team. `marked`: an administrator marked it as paid. `open`: it has not paid yet. */
export type DemoTeamPlan = 'paid' | 'marked' | 'refunded' | 'declined' | 'cancelled' | 'open' | 'lapsed' | 'waiting' | 'free'

/** Fees of the demo, in the smallest unit of the currency. Competitions without one are free. A limited one has as many places as teams with a place. */
export const demoCompetitions: Record<string, { fee: number; limited: boolean }> = {
  future_engineers: { fee: 200_00, limited: false },
  robo_mission: { fee: 150_00, limited: false },
  future_innovators: { fee: 100_00, limited: true },
}

const paidTeams: DemoTeamPlan[] = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'marked']
const plans: { unlimited: DemoTeamPlan[]; limited: DemoTeamPlan[] } = {
  unlimited: [...paidTeams, 'refunded', 'declined', 'cancelled', 'open', 'open'],
  limited: [...paidTeams, 'refunded', 'open', 'open', 'lapsed', 'waiting'],
}

/** Returns what happened to a team by its position among the demo teams of its competition. */
export const getDemoTeamPlan = (slug: string, position: number): DemoTeamPlan => {
  const competition = demoCompetitions[slug]
  if (!competition) return 'free'
  return plans[competition.limited ? 'limited' : 'unlimited'][position] ?? 'open'
}

/** The number of places of a limited competition. */
export const demoPlaces = plans.limited.filter((plan) => plan !== 'lapsed' && plan !== 'waiting').length

/** Returns the time at which the team at a position registered. */
export const getDemoRegistrationTime = (position: number, now: Date): Date =>
  new Date(`${addDays(now.toISOString().slice(0, 10), -12 + Math.floor(position / 2))}T${String(8 + position).padStart(2, '0')}:15:00Z`)

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

const pick = <T>(list: readonly T[], next: () => number): T => {
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

/** Returns the mission type for an age. */
const getMissionType = (age: number): DemoPlayer['missionType'] => (age <= 12 ? 0 : age <= 15 ? 1 : age <= 18 ? 2 : 3)

/** Creates `count` players with different full names. */
export function createDemoPlayers(count: number): DemoPlayer[] {
  const next = createSeededRandom(2026)
  const seen = new Set<string>()
  const players: DemoPlayer[] = []
  while (players.length < count) {
    const gender = next() < 0.5 ? 1 : 0
    const arabic = next() < 0.6
    const firstName = pick(arabic ? (gender ? arabicGirlNames : arabicBoyNames) : gender ? latinGirlNames : latinBoyNames, next)
    const lastName = pick(arabic ? arabicFamilyNames : latinFamilyNames, next)
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
      school: pick(arabic ? arabicSchoolNames : latinSchoolNames, next),
      missionType: getMissionType(age),
      lang: arabic ? 'ar' : 'en',
      skill: next(),
    })
  }
  return players
}

export type DemoTeam = Pick<typeof teams.$inferSelect, 'name' | 'schoolName' | 'schoolType' | 'ageLevel' | 'paid'> & {
  skill: number
}

/** Creates sixty teams. The name of the school is in the language of the team's name. */
export function createDemoTeams(): DemoTeam[] {
  const next = createSeededRandom(60)
  // a generator of its own keeps the other values of the demo as they are
  const nextSchoolType = createSeededRandom(61)
  return teamNames.map((name) => ({
    name,
    schoolName: pick(/\p{Script=Arabic}/u.test(name) ? arabicSchoolNames : latinSchoolNames, next),
    schoolType: pick([null, ...schoolTypes], nextSchoolType),
    ageLevel: pick(['elementary', 'junior', 'senior'] as const, next),
    paid: next() < 0.7,
    skill: next(),
  }))
}

export type DemoAttempt = { mission: number; score: number; timeMs: number }

/**
 * Creates the attempts of a participant. Scores are multiples of five and depend on the skill; times are tenths of a second. Equal scores are
 * therefore common.
 */
export function createDemoAttempts(missions: number, best: number, seconds: number, skill: number, next: () => number): DemoAttempt[] {
  const attempts: DemoAttempt[] = []
  for (let mission = 1; mission <= missions; mission++) {
    const runs = 1 + Math.floor(next() * 3)
    for (let run = 0; run < runs; run++) {
      const share = Math.min(1, Math.max(0.05, 0.25 + skill * 0.62 + (next() - 0.5) * 0.3 + run * 0.04))
      attempts.push({
        mission,
        score: Math.round((best * share) / 5) * 5,
        timeMs: Math.round(seconds * (1 - skill * 0.45) * (0.7 + next() * 0.3) * 10) * 100,
      })
    }
  }
  return attempts
}
