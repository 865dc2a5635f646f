import { codeField, idField } from '#contract/fields.schema.ts'
import { createMessageResponseSchema } from '#contract/response.schema.ts'
import { seasonRecordLimits as limits, type SeasonRecord } from '#contract/season-year.ts'
import { z } from '#contract/z.ts'
import { isJsonDepthAllowed } from '../rules/json.ts'

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

const isStorableJson = (value: unknown) => {
  const json = JSON.stringify(value)
  return (
    json.length <= limits.data &&
    !json.includes('\\u0000') &&
    json.isWellFormed() &&
    !/\\ud[89a-f]/i.test(json)
  )
}

/** `data` is the team object; without it the server stores the current team. */
export const createSeasonRecordRequest = z.object({
  type: codeField(limits.type).min(1),
  team_id: idField,
  ref: codeField(limits.ref).default(''),
  data: z
    .record(z.string(), z.unknown())
    .refine(isJsonDepthAllowed, { params: { code: 'too-deep' }, abort: true })
    .refine(isStorableJson, { params: { code: 'bad-characters' } })
    .optional(),
})
export const seasonRecordQuery = z.object({ team_id: idField })
export const seasonRecordResponse = z.object({
  success: z.literal(true),
  season: publishedSeasonRecord.nullable(),
})
export const savedSeasonRecordResponse = createMessageResponseSchema({ season: publishedSeasonRecord })
