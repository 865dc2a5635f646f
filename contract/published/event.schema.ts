import { textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'

const missionType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** A card of `GET /api/events/`. */
export const wireEventCard = z
  .object({
    _id: z.string(),
    slug: z.string(),
    title_en: z.string(),
    title_ar: z.string(),
    description_en: z.string(),
    description_ar: z.string(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    tags: z.array(z.string()),
    coverImage: z.string().nullable(),
    trending: z.boolean(),
    liveStatus: z.boolean(),
    missionType,
    region: z.string().nullable(),
  })
  .meta({ id: 'EventCard' })
export type WireEventCard = z.infer<typeof wireEventCard>

/** An event with everything that visitors may see. */
export const wireEvent = wireEventCard
  .extend({
    bannerImage: z.string().nullable(),
    eventCode: z.string(),
    datetime_info_en: z.string(),
    datetime_info_ar: z.string(),
    howplay_info_en: z.string(),
    howplay_info_ar: z.string(),
    rules_info_en: z.string(),
    rules_info_ar: z.string(),
    status: z.boolean(),
  })
  .meta({ id: 'Event' })
export type WireEvent = z.infer<typeof wireEvent>

export const publicEventsQuery = z.object({
  status: z.stringbool().optional(),
  region: textField(80).optional(),
  lang: z.enum(['en', 'ar']).optional(),
})
export const publicEventsReply = z.object({ success: z.literal(true), events: z.array(wireEventCard) })

export const publicEventParams = z.object({ idOrSlug: textField(100) })
export const publicEventQuery = z.object({ lang: z.enum(['en', 'ar']).optional() })
export const publicEventReply = z.object({ success: z.literal(true), event: wireEvent })
