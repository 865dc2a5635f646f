import { messageStates } from '#contract/desk.ts'
import { idField, listQueryFields, listResponseFields, pageSizes, textField } from '#contract/fields.schema.ts'
import { z } from '#contract/z.ts'

export const wireRegistrant = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    phone_number: z.string(),
    country: z.string(),
    download_type: z.enum(['win', 'mac']),
    user_type: z.enum(['student', 'coach']),
    created_at: z.string(),
  })
  .meta({ id: 'Registrant' })
export type WireRegistrant = z.infer<typeof wireRegistrant>

const registrantFilters = {
  country: textField(80).trim().optional(),
  download_type: z.enum(['win', 'mac']).optional(),
  user_type: z.enum(['student', 'coach']).optional(),
}
export const registrantsQuery = z.object({ ...listQueryFields(pageSizes.long), ...registrantFilters })
export const registrantsReply = z.object({ success: z.literal(true), downloads: z.array(wireRegistrant), ...listResponseFields })
export const registrantsExport = z.object({ s: textField(200).trim().optional(), ...registrantFilters })
export const deskRecord = z.object({ id: idField })

export const wireMessage = z
  .object({
    _id: z.string(),
    kind: z.enum(['issue', 'contact']),
    name: z.string(),
    email: z.string(),
    phone_number: z.string(),
    region: z.string().nullable(),
    message: z.string(),
    lang: z.enum(['en', 'ar']),
    status: z.enum(messageStates),
    created_at: z.string(),
  })
  .meta({ id: 'Message' })
export type WireMessage = z.infer<typeof wireMessage>

export const messagesQuery = z.object({ ...listQueryFields(pageSizes.short), status: z.enum(messageStates).optional() })
export const messagesReply = z.object({ success: z.literal(true), messages: z.array(wireMessage), ...listResponseFields })
export const messageStatus = z.object({ id: idField, status: z.enum(messageStates) })
export const messageSavedReply = z.object({ success: z.literal(true), msg: z.string(), message: wireMessage })
