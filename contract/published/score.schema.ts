import { textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'

export const wireMissionType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** A place of a ranking. Times are seconds with up to three decimals. */
export const wireScore = z
  .object({
    _id: z.string(),
    rank: z.number(),
    userId: z.object({ info: z.object({ name: z.object({ fname: z.string() }) }), email: z.string() }),
    teamId: z.object({ teamNo: z.string(), name: z.string(), school: z.string() }),
    totalScore: z.number(),
    totalTime: z.number(),
    score: z.number(),
    time: z.number(),
    missionType: wireMissionType,
    attempts: z.number(),
    reachedAt: z.string(),
  })
  .meta({ id: 'Score' })
export type WireScore = z.infer<typeof wireScore>

export const wireAttempt = z
  .object({ _id: z.string(), mission: z.number(), score: z.number(), time: z.number(), at: z.string() })
  .meta({ id: 'Attempt' })
export type WireAttempt = z.infer<typeof wireAttempt>

const wireScoreEvent = z.object({ _id: z.string(), slug: z.string(), title_en: z.string(), title_ar: z.string() })

export const scoreboardParams = z.object({ eventId: textField(100) })
export const scoreboardQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(100),
  s: textField(200).trim().optional(),
  missionType: z
    .preprocess((value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value), wireMissionType)
    .optional(),
  lang: z.enum(['en', 'ar']).optional(),
})
export const scoreboardReply = z.object({
  success: z.literal(true),
  event: wireScoreEvent.extend({ Scores: z.array(wireScore), totalScores: z.number() }),
  currentPage: z.number(),
  totalItems: z.number(),
  per_page: z.number(),
})
export type WireScoreboard = z.infer<typeof scoreboardReply>

export const entryParams = z.object({ eventId: textField(100), entryId: textField(100) })
export const entryReply = z.object({ success: z.literal(true), score: wireScore, attempts: z.array(wireAttempt) })
export type WireEntry = z.infer<typeof entryReply>

/** The `data` of the live events: `snapshot` has all of the first places, `ranking` what changed in them. */
export const wireScoreChange = z.object({ Scores: z.array(wireScore), gone: z.array(z.string()), totalScores: z.number() })
export type WireScoreChange = z.infer<typeof wireScoreChange>
