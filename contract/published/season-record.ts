import { seasonRecordLimits as limits, type SeasonRecord } from '#contract/people/seasons/season-year.ts'
import { codeField, idField } from '#contract/platform/fields.schema.ts'
import { createMessageAndDataResponseSchema } from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { isJsonDepthAllowed } from '../platform/json.ts'
import { findUnstorableCodePoint } from '../platform/text.ts'

const publishedSeasonRecord = z
  .object({
    _id: z.string(),
    type: z.string(),
    team_id: z.string(),
    ref: z.string(),
    data: z.unknown(),
    created_at: z.string(),
  })
  .meta({ id: 'Season' })
type PublishedSeasonRecord = z.infer<typeof publishedSeasonRecord>

export const toPublishedSeasonRecord = (season: SeasonRecord): PublishedSeasonRecord => ({
  _id: season.id,
  type: season.type,
  team_id: season.teamId,
  ref: season.ref,
  data: season.data,
  created_at: season.createdAt,
})

/** Returns the first character of a key or a text in a document that PostgreSQL cannot store. */
const findUnstorableInJson = (value: unknown): string | undefined => {
  let found: string | undefined
  JSON.stringify(value, (key, part: unknown) => {
    found ??=
      findUnstorableCodePoint(key) ?? (typeof part === 'string' ? findUnstorableCodePoint(part) : undefined)
    return part
  })
  return found
}
const checkData = (data: unknown, context: z.RefinementCtx) => {
  const character = findUnstorableInJson(data)
  if (character !== undefined)
    context.addIssue({ code: 'custom', params: { code: 'bad-characters', values: { character } } })
  else if (JSON.stringify(data).length > limits.data)
    context.addIssue({ code: 'custom', params: { code: 'too-long', values: { limit: limits.data } } })
}

/** `data` is the team object; without it the server stores the current team. */
export const createSeasonRecordRequest = z.object({
  type: codeField(limits.type).min(1),
  team_id: idField,
  ref: codeField(limits.ref).default(''),
  data: z
    .record(z.string(), z.unknown())
    .refine(isJsonDepthAllowed, { params: { code: 'too-deep' }, abort: true })
    .superRefine(checkData)
    .optional(),
})
const seasonRecordQuery = z.object({ team_id: idField })
const seasonRecordResponse = z.object({
  success: z.literal(true),
  season: publishedSeasonRecord.nullable(),
})
const savedSeasonRecordResponse = createMessageAndDataResponseSchema({ season: publishedSeasonRecord })

/** The calls about season record. */
export const publishedSeasonRecordCalls = defineCalls(
  { tag: 'seasons', audience: 'user' },
  {
    'POST /api/seasons': {
      summary: 'Record a team as it is now for a season',
      conditionalChecks: [{ when: 'for a team of another account', permission: 'registration' }],
      body: createSeasonRecordRequest,
      response: savedSeasonRecordResponse,
    },
    'GET /api/seasons': {
      summary: 'The newest record of a team',
      conditionalChecks: [{ when: 'for a team of another account', permission: 'registration' }],
      query: seasonRecordQuery,
      response: seasonRecordResponse,
    },
  },
)
