import type { competition, competitionRecord, openCompetition } from './competition.schema.ts'
import type { z } from './z.ts'

/** The competitions of the specification; their score sheets are known by these slugs. */
export const competitionSlugs = ['future_engineers', 'virtual_robot_challenges', 'robo_mission', 'future_innovators', 'robosports'] as const

/** A kind of contest that teams register for. */
export type Competition = z.infer<typeof competition>
/** A competition in the list for registration. */
export type OpenCompetition = z.infer<typeof openCompetition>
/** A competition in the back office. */
export type CompetitionRecord = z.infer<typeof competitionRecord>

/** What the form of the back office sends. */
export type CompetitionFields = Omit<Competition, 'id' | 'slug'> & { active: boolean }

/** Currencies a fee can be in, with the digits after the point. */
export const feeCurrencyDecimals = { SAR: 2, EGP: 2, AED: 2, USD: 2, EUR: 2, KWD: 3, BHD: 3, OMR: 3, QAR: 2, JOD: 3 } as const
export type Currency = keyof typeof feeCurrencyDecimals

/** Bounds of what an administrator may set; `name` counts characters. `members` is at most what one form can send with pictures. */
export const competitionLimits = { name: 200, members: 10, coaches: 5, age: 120, rounds: 10, teams: 1_000_000, fee: 100_000_000 } as const
