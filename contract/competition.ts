import type { Localized } from './localized.ts'
import type { RecordMetadata } from './record.ts'

/** The competitions of the specification; their sheets of scores are known by these names. */
export const competitionSlugs = ['future_engineers', 'virtual_robot_challenges', 'robo_mission', 'future_innovators', 'robosports'] as const

/** How many people a team has, how old they are (years, null for any) and how many teams take part (null for any number). */
export type CompetitionLimits = {
  minMembers: number
  maxMembers: number
  minCoaches: number
  maxCoaches: number
  minAge: number | null
  maxAge: number | null
  maxTeams: number | null
}

/** A kind of contest that teams register for. `fee` counts the currency's smallest unit; instants are ISO 8601, null for no limit. */
export type Competition = CompetitionLimits & {
  id: string
  slug: string
  name: Localized
  /** Scored rounds or runs of a team. */
  rounds: number
  fee: number
  /** ISO 4217 */
  currency: string
  opensAt: string | null
  closesAt: string | null
}

/** A competition as somebody who registers sees it: `placesLeft` is null without a limit. */
export type OpenCompetition = Competition & { open: boolean; placesLeft: number | null }

/** The same as the back office edits it. */
export type CompetitionRecord = Competition & RecordMetadata & { active: boolean; teamCount: number }

export type CompetitionDraft = Omit<Competition, 'id' | 'slug'> & {
  id?: string
  version?: number
  position?: number
  active: boolean
}

/** Currencies a fee can be in, with the digits after the point. */
export const currencies = { SAR: 2, EGP: 2, AED: 2, USD: 2, EUR: 2, KWD: 3, BHD: 3, OMR: 3, QAR: 2, JOD: 3 } as const
export type Currency = keyof typeof currencies

/** Bounds of what an administrator may set. `members` is at most what one form can send with pictures. */
export const competitionBounds = { members: 10, coaches: 5, age: 120, rounds: 10, teams: 1_000_000, fee: 100_000_000 } as const
