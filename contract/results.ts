import type {
  adminResultsResponse,
  award,
  awardsResponse,
  rankingReveal,
  resultsPublication,
  revealedRow,
  revealStep,
  saveAwardRequest,
} from './results.schema.ts'
import type { z } from './z.ts'

/** Results are provisional at first. Final results do not change. */
export const resultsStatuses = ['provisional', 'final'] as const
export type ResultsStatus = (typeof resultsStatuses)[number]
/** The published results of an event, with the head of the score log at that time: sequence and hash. */
export type PublishedResults = z.infer<typeof resultsPublication>

/** Maximum characters of the reason for which results are withdrawn. */
export const publishedResultsLimits = { reason: 500 } as const

/** How many of the first ranks a reveal opens one by one: the number that the form proposes, and the most. All later ranks open together. */
export const revealRanks = { standard: 10, max: 100 } as const

/** The total score and total time of an entry. */
export type EntryTotals = { totalScore: number; totalTimeMs: number }
/** The rank that the last step of a reveal opened, with the totals of the frozen and the standing ranking. */
export type RevealStep = z.infer<typeof revealStep>
/** A row of the ranking that a reveal shows. */
export type RevealedRow = z.infer<typeof revealedRow>
/** A reveal after its last step. */
export type RankingReveal = z.infer<typeof rankingReveal>
/** The freeze and the reveal of an event, as organizers see them. */
export type AdminResults = Omit<z.infer<typeof adminResultsResponse>, 'success'>

/** Maximum characters of the name of an award, and how many an event has at most. */
export const awardLimits = { name: 120, perEvent: 50 } as const
/** An award besides the rank, with the team that gets it. */
export type Award = z.infer<typeof award>
/** The awards of an event as organizers see them, with the teams that can get one. */
export type EventAwards = Omit<z.infer<typeof awardsResponse>, 'success'>
export type AdminAward = EventAwards['awards'][number]
export type SaveAwardRequest = z.infer<typeof saveAwardRequest>
