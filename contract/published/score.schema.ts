import { missionType } from '#contract/event/event.schema.ts'
import { resultsPublication } from '#contract/event/results/results.schema.ts'
import {
  attempt,
  attemptInput,
  decimalField,
  defaultScoreAndTimeIfHasValues,
  participant,
  scoreboardParams,
  scoreRow,
} from '#contract/event/scores/score.schema.ts'
import { scoreFields } from '#contract/event/scores/score.ts'
import { rankExplanations, rankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import { nameField, rawTextField, searchField } from '#contract/platform/fields.schema.ts'
import { langs } from '#contract/platform/localized.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { defineCalls } from '../platform/define-calls.ts'

/** An entry of a ranking. Times are seconds with up to three decimals. */
const publishedScore = z
  .object({
    _id: z.string(),
    rank: z.number(),
    userId: z.object({ info: z.object({ name: z.object({ fname: z.string() }) }), email: z.string() }),
    teamId: z.object({
      teamNo: z
        .union([z.number(), z.string()])
        .describe('the number of the team; the typed text of an entry without a team'),
      name: z.string(),
      school: z.string(),
    }),
    totalScore: z.number(),
    totalTime: z.number(),
    score: z.number(),
    time: z.number(),
    missionType: missionType,
    attempts: z.number(),
    reachedAt: z.string(),
    rankingKey: scoreRow.shape.rankingKey,
    provisional: scoreRow.shape.isProvisional,
    hasRankOfAlliance: scoreRow.shape.hasRankOfAlliance,
    level: scoreRow.shape.level,
  })
  .meta({ id: 'Score' })
export type PublishedScore = z.infer<typeof publishedScore>

const publishedAttempt = z
  .object({
    _id: z.string(),
    mission: z.number(),
    score: z.number(),
    time: z.number(),
    at: z.string(),
    correctedAt: attempt.shape.correctedAt,
    round: attempt.shape.round,
    disqualified: attempt.shape.isDisqualified,
  })
  .meta({ id: 'Attempt' })
export type PublishedAttempt = z.infer<typeof publishedAttempt>

const missionTypeQuery = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value),
    missionType,
  )
  .optional()
const scoreboardQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(100),
  s: searchField().optional(),
  missionType: missionTypeQuery,
  level: missionTypeQuery.describe('the level that pages show'),
  names: z
    .enum(['short'])
    .optional()
    .describe('`short`: of minors the first name and the initial of the last one, whatever the setting says'),
  lang: z.enum(langs).optional(),
})
scoreboardQuery.register(fieldLabels, { catalogue: 'scores' })
const freezeTime = z
  .string()
  .optional()
  .describe('the time from which visitors see no change of the ranking; absent without a freeze')
const results = resultsPublication.optional().describe('absent while no results are published')
export const scoreboardResponse = createSuccessResponseSchema({
  event: z.object({
    _id: z.string(),
    slug: z.string(),
    title_en: z.string(),
    title_ar: z.string(),
    Scores: z.array(publishedScore),
    totalScores: z.number(),
    freezeAt: freezeTime,
    results,
    rules: rankingRules
      .optional()
      .describe('absent without a rule set: the highest `totalScore`, then the lowest `totalTime`'),
    over: z
      .boolean()
      .optional()
      .describe('absent while the ranking may still change: pages then open its event stream'),
    levels: z
      .array(missionType)
      .optional()
      .describe(
        'the levels that pages show of its entries; absent where they have the same, and on a later page or with a search or filter',
      ),
  }),
  currentPage: z.number(),
  totalItems: z.number(),
  per_page: z.number(),
})
export type PublishedScoreboard = z.infer<typeof scoreboardResponse>

const scoreboardEntryParams = z.object({ eventId: rawTextField(100), entryId: rawTextField(100) })
const scoreboardEntryResponse = createSuccessResponseSchema({
  score: publishedScore,
  attempts: z.array(publishedAttempt),
  explanation: rankExplanations.optional().describe('why the entry has its rank'),
})
export type PublishedScoreEntry = z.infer<typeof scoreboardEntryResponse>

/**
 * The `data` of the live events: `snapshot` has the first entries of the ranking, `ranking` the changes of
 * them.
 */
const publishedRankingChange = z.object({
  Scores: z.array(publishedScore),
  gone: z.array(z.string()),
  totalScores: z.number(),
  freezeAt: freezeTime,
  results,
  rules: rankingRules
    .nullable()
    .optional()
    .describe('absent when they did not change, and in a `snapshot` without a rule set; null without one'),
})
export type PublishedRankingChange = z.infer<typeof publishedRankingChange>

const { entryId, userId, teamId, playerName, playerEmail, teamNo, teamName, schoolName } = participant.shape
const { mission, score, at, note, values } = attemptInput.shape
/**
 * One attempt of one participant: the one of the entry `entryId`, a user (`userId`), a team (`teamId`),
 * or a guest by `email`, `teamNo`, `name` or `teamName`.
 */
// The hash of an `Idempotency-Key` depends on the order of these keys.
const postedScore = z.object({
  entryId,
  userId,
  teamId,
  name: playerName,
  email: playerEmail,
  teamNo,
  teamName,
  school: schoolName,
  missionType: participant.shape.missionType,
  mission,
  score,
  time: decimalField({ min: scoreFields.timeMs.min / 1000, max: scoreFields.timeMs.max / 1000 }).meta({
    description: 'Seconds, at most three decimals',
  }),
  at,
  note,
  values,
})
export type PostedScore = z.infer<typeof postedScore>

/**
 * The body that the simulator posts: one attempt, or up to 500 under `scores`. An attempt with `values` needs
 * no score and no time.
 */
const postScoresRequest = z.preprocess(
  (body) => (typeof body === 'object' && body !== null && !('scores' in body) ? { scores: [body] } : body),
  z.object({
    scores: z
      .array(z.preprocess((body) => defaultScoreAndTimeIfHasValues(body, 'time'), postedScore))
      .min(1)
      .max(500),
  }),
)
postScoresRequest.register(fieldLabels, { catalogue: 'scores', names: { time: 'timeMs' } })
const postScoresParams = z.object({ eventCode: nameField(100) })
postScoresParams.register(fieldLabels, { catalogue: 'events' })
const postScoresHeaders = z.object({
  'x-api-key': z.string().max(200).optional(),
  'idempotency-key': rawTextField(200).optional(),
})
const publishedTotals = z
  .object({ _id: z.string(), totalScore: z.number(), totalTime: z.number(), attempts: z.number() })
  .partial({ totalScore: true, totalTime: true, attempts: true })
export type PublishedScoreTotals = z.infer<typeof publishedTotals>
const postScoresResponse = createMessageAndDataResponseSchema({
  scores: z
    .array(publishedTotals)
    .describe('the entries of the attempts; without totals while the ranking is frozen for visitors'),
})

/** The calls about score. */
export const publishedScoreCalls = {
  ...defineCalls(
    { tag: 'scores', audience: 'visitor' },
    {
      'GET /api/v1/events/scores/:eventId': {
        summary: "An event's ranking, by id or slug",
        description:
          '`rank` is the place in the whole ranking, whatever is searched or filtered. In an event with a rule set `rules` says what decides, and `Scores[].rankingKey` has the values. Times are seconds. `Scores[].userId.email` is masked for everybody but administrators with the permission `privacy`. `Scores[].userId.info.name.fname` of a minor, or of a player without an account or a birth date, is the first name and the initial of the last one, unless the setting for full names in published replies is on; with `names=short` always. A search finds the names that the reply has.',
        conditionalChecks: [{ when: 'for whole e-mail addresses', permission: 'privacy' }],
        params: scoreboardParams,
        query: scoreboardQuery,
        response: scoreboardResponse,
      },
      'GET /api/v1/events/scores/:eventId/entries/:entryId': {
        summary: 'One entry with its attempts and the explanation of its rank',
        description: 'Minors are named by the first name and the initial of the last one.',
        conditionalChecks: [{ when: 'for whole e-mail addresses', permission: 'privacy' }],
        params: scoreboardEntryParams,
        response: scoreboardEntryResponse,
      },
      'GET /api/v1/events/scores/:eventId/live': {
        summary: 'The ranking as it changes (Server-Sent Events)',
        description:
          'Minors are named as with `names=short`. `snapshot` has the first 100 places; `ranking` what changed in them since: `Scores` new or different, `gone` ids that left, `totalScores` how many entries there are, `freezeAt` the time from which the ranking does not change, if there is one, `results` the publication of results, if there is one, `rules` the order of an event with a rule set. A reconnect with `Last-Event-ID` misses nothing. `closed` says that the event is not there any more.',
        params: scoreboardParams,
        produces: 'text/event-stream',
      },
    },
  ),
  ...defineCalls(
    { tag: 'scores', audience: 'key' },
    {
      'POST /api/v1/events/:eventCode/scores': {
        summary: 'Post attempts from the simulator',
        description:
          'The key of the event goes into `X-Api-Key`. With an `Idempotency-Key` (kept for 7 days) a repeat of the same request changes nothing and gets the first reply; the same key with another request is refused (409). One attempt, or up to 500 under `scores`: all are recorded, or none. In an event with a rule set, `values` has the values of the score sheet by the key of their field, with times in milliseconds; `score` and `time` follow from them. Only a sheet that consists of points and a time can be posted without `values`. While the ranking is frozen for visitors, the reply has only the ids of the entries, because their totals are hidden.',
        rateLimit: { max: 6000, timeWindow: '1 minute' },
        params: postScoresParams,
        headers: postScoresHeaders,
        body: postScoresRequest,
        response: postScoresResponse,
      },
    },
  ),
}
