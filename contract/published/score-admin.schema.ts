import { totalRules } from '#contract/event.ts'
import { listQueryFields, listResponseFields, pageSizes, textField } from '#contract/fields.schema.ts'
import { importResponseFields } from '#contract/import.schema.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { attemptSources, scoreLimits } from '#contract/score.ts'
import { z } from '#contract/z.ts'
import { wireAttempt, wireMissionType, wireScore } from './score.schema.ts'

const asNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(westernDigits(value.trim())) ? Number(westernDigits(value.trim())) : value
const inThousandths = (value: number) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-4

const number = (min: number, max: number) => z.number().min(min).max(max)
const points = z
  .preprocess(asNumber, number(-scoreLimits.score, scoreLimits.score).refine(inThousandths, { params: { code: 'bad-format' } }))
  .meta({ description: 'Points, at most three decimals' })
const seconds = z
  .preprocess(asNumber, number(0, scoreLimits.seconds).refine(inThousandths, { params: { code: 'bad-format' } }))
  .meta({ description: 'Seconds, at most three decimals' })
const mission = z.preprocess(asNumber, number(1, scoreLimits.mission).int()).meta({ description: 'Missions count from 1' })
const missionType = z.preprocess(asNumber, wireMissionType).meta({ description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro' })
const instant = z.iso.datetime({ offset: true }).refine((value) => {
  const year = new Date(value).getUTCFullYear()
  return year >= 1970 && year <= 9999
})

const run = {
  mission: mission.default(1),
  score: points,
  time: seconds,
  at: instant.optional(),
  note: textField(scoreLimits.note).trim().optional(),
}
const who = {
  entryId: z.uuid().optional(),
  userId: z.uuid().optional(),
  teamId: z.uuid().optional(),
  name: textField(scoreLimits.name).trim().optional(),
  email: textField(scoreLimits.email)
    .trim()
    .pipe(z.union([z.email(), z.literal('')]))
    .optional(),
  teamNo: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), textField(scoreLimits.teamNo).trim().optional()),
  teamName: textField(scoreLimits.name).trim().optional(),
  school: textField(scoreLimits.name).trim().optional(),
  missionType: missionType.optional(),
}

/** One attempt of one participant: who has that entry (`entryId`), an account (`userId`), a team (`teamId`), or a guest by `email`, `teamNo`, `name` or `teamName`. */
export const wireNewScore = z.object({ ...who, ...run })
export type WireNewScore = z.infer<typeof wireNewScore>

/** What the simulator posts: one attempt, or up to 500 under `scores`. */
export const simulatorBody = z.preprocess(
  (body) => (typeof body === 'object' && body !== null && !('scores' in body) ? { scores: [body] } : body),
  z.object({ scores: z.array(wireNewScore).min(1).max(500) }),
)
export const simulatorParams = z.object({ eventCode: textField(100) })
export const simulatorHeaders = z.object({
  'x-api-key': z.string().max(200).optional(),
  'idempotency-key': textField(200).optional(),
})
export const wireTotals = z.object({ _id: z.string(), totalScore: z.number(), totalTime: z.number(), attempts: z.number() })
export type WireTotals = z.infer<typeof wireTotals>
export const simulatorReply = z.object({ success: z.literal(true), msg: z.string(), scores: z.array(wireTotals) })

export const adminScoresParams = z.object({ eventId: z.uuid() })
export const adminEntryParams = z.object({ eventId: z.uuid(), entryId: z.uuid() })
export const adminAttemptParams = z.object({ eventId: z.uuid(), entryId: z.uuid(), attemptId: z.uuid() })
export const adminKeyParams = z.object({ eventId: z.uuid(), keyId: z.uuid() })
export const adminScoresQuery = z.object({ ...listQueryFields(pageSizes.long), missionType: missionType.optional() })

const wireAdminScoreEvent = z.object({
  _id: z.string(),
  slug: z.string(),
  title_en: z.string(),
  title_ar: z.string(),
  totalRule: z.enum(totalRules),
  eventCode: z.string(),
  status: z.boolean(),
  missionType: wireMissionType,
})
export const adminScoresReply = z.object({
  success: z.literal(true),
  event: wireAdminScoreEvent,
  scores: z.array(wireScore),
  totalScores: z.number(),
  ...listResponseFields,
})
export type WireAdminScores = z.infer<typeof adminScoresReply>

export const wireAdminAttempt = wireAttempt.extend({ source: z.enum(attemptSources), note: z.string() }).meta({ id: 'AdminAttempt' })
export type WireAdminAttempt = z.infer<typeof wireAdminAttempt>
export const wireAdminEntry = z
  .object({ score: wireScore, attempts: z.array(wireAdminAttempt), userId: z.string().nullable(), teamId: z.string().nullable() })
  .meta({ id: 'AdminScoreEntry' })
export type WireAdminEntry = z.infer<typeof wireAdminEntry>
export const adminEntryReply = z.object({ success: z.literal(true), entry: wireAdminEntry })
export const adminEntrySavedReply = adminEntryReply.extend({ msg: z.string() })
/** `entry` is null where the last attempt was removed and the entry with it; `removed` brings it back for 30 days. */
export const adminEntryChangedReply = z.object({
  success: z.literal(true),
  msg: z.string(),
  entry: wireAdminEntry.nullable(),
  removed: z.string(),
})
export type WireEntryChanged = z.infer<typeof adminEntryChangedReply>
export const wireRemovedScores = z
  .object({ _id: z.string(), at: z.string(), by: z.string(), name: z.string(), team: z.string(), attempts: z.number() })
  .meta({ id: 'RemovedScores' })
export type WireRemovedScores = z.infer<typeof wireRemovedScores>
export const removedScoresReply = z.object({ success: z.literal(true), removed: z.array(wireRemovedScores) })
export const restoreBody = z.object({ id: z.uuid() })

/** One attempt, or several of one participant under `runs`. */
export const adminNewScores = z.object({ ...who, runs: z.array(z.object(run)).min(1).max(100) })
export type WireNewScores = z.infer<typeof adminNewScores>
export const adminRunEdit = z.object({
  mission: mission.optional(),
  score: points.optional(),
  time: seconds.optional(),
  at: instant.optional(),
  note: textField(scoreLimits.note).trim().optional(),
})
export type WireRunEdit = z.infer<typeof adminRunEdit>
export const adminEntryDetails = z.object({
  name: who.name.default(''),
  email: who.email.default(''),
  teamNo: textField(scoreLimits.teamNo).trim().default(''),
  teamName: who.teamName.default(''),
  school: who.school.default(''),
  missionType,
})
export type WireEntryDetails = z.infer<typeof adminEntryDetails>

export const participantsQuery = z.object({ s: textField(200).trim() })
export const participantsReply = z.object({
  success: z.literal(true),
  participants: z.array(z.object({ kind: z.enum(['user', 'team']), _id: z.string(), name: z.string(), detail: z.string() })),
})

/** Makes a repeat of the import harmless. */
export const importHeaders = z.object({ 'idempotency-key': textField(200).optional() })
export const importReply = z.object({
  ...importResponseFields,
  rows: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      team: z.string(),
      mission: z.number(),
      score: z.number(),
      time: z.number(),
      isNew: z.boolean(),
    }),
  ),
  participants: z.number(),
  newEntries: z.number(),
})
export type WireImport = z.infer<typeof importReply>

export const wireEventKey = z
  .object({
    _id: z.string(),
    label: z.string(),
    hint: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'EventKey' })
export type WireEventKey = z.infer<typeof wireEventKey>
export const eventKeysReply = z.object({ success: z.literal(true), keys: z.array(wireEventKey) })
export const eventKeyBody = z.object({ label: textField(scoreLimits.label).trim().default('') })
/** `secret` is the key itself: only here, never again. */
export const eventKeyMadeReply = z.object({ success: z.literal(true), msg: z.string(), key: wireEventKey, secret: z.string() })
