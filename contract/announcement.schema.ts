import {
  announcementKinds,
  announcementStates,
  deliveryStates,
  announcementLimits as limits,
} from './announcement.ts'
import {
  createCrudResponseSchemas,
  formMetadataFields,
  nullableFormField,
  optionalFormField,
  recordMetadataFields,
} from './crud.schema.ts'
import {
  createPageAndSearchFields,
  idField,
  instantField,
  localizedText,
  multilineTextField,
  rawTextField,
  singleLineField,
} from './fields.schema.ts'
import { langs } from './localized.ts'
import { pageSizes } from './page-sizes.ts'
import {
  createListResponseSchema,
  createMessageResponseSchema,
  createSuccessResponseSchema,
} from './response.schema.ts'
import { z } from './z.ts'

const deliveryCounts = z.object(
  Object.fromEntries(deliveryStates.map((state) => [state, z.number()])) as Record<
    (typeof deliveryStates)[number],
    z.ZodNumber
  >,
)

/** An announcement in the back office. */
const announcementRecord = z
  .object({
    id: z.string(),
    subject: localizedText,
    body: localizedText,
    kind: z.enum(announcementKinds),
    competitionId: z.string().nullable(),
    stage: z.string().nullable(),
    regionId: z.string().nullable(),
    paid: z.boolean().nullable(),
    state: z.enum(announcementStates),
    scheduledAt: z.string().nullable().describe('ISO 8601'),
    sentAt: z.string().nullable().describe('when sending began, ISO 8601'),
    deliveries: deliveryCounts.nullable().describe('null before it is sent'),
    ...recordMetadataFields,
  })
  .meta({ id: 'Announcement' })

/** An announcement as the back office shows it. Instants are ISO 8601. */
export type Announcement = z.infer<typeof announcementRecord>

const localizedBody = z
  .object({ en: multilineTextField(limits.body).optional(), ar: multilineTextField(limits.body).optional() })
  .optional()
const audienceFields = {
  competitionId: nullableFormField(idField),
  stage: nullableFormField(rawTextField(limits.stage)),
  regionId: nullableFormField(idField),
  paid: nullableFormField(z.union([z.boolean(), z.stringbool()])),
}

/** The form of an announcement. It updates the draft with `id`, or creates one without it. */
export const saveAnnouncementRequest = z.object({
  ...formMetadataFields,
  subject: z
    .object({
      en: singleLineField(limits.subject).optional(),
      ar: singleLineField(limits.subject).optional(),
    })
    .optional(),
  body: localizedBody,
  kind: optionalFormField(z.enum(announcementKinds)),
  ...audienceFields,
})
export const announcementListFilters = { state: z.enum(announcementStates).optional() }

/** `at` is null to send it now. */
export const scheduleAnnouncementRequest = z.object({ id: idField, at: instantField.nullable() })
export const cancelAnnouncementRequest = z.object({ id: idField })
export const testAnnouncementRequest = z.object({ id: idField })
export const announcementResponses = createCrudResponseSchemas(
  'announcement',
  'announcements',
  announcementRecord,
)

/** The texts of an email to preview. */
export const announcementPreviewRequest = z.object({
  subject: z.object({ en: singleLineField(limits.subject), ar: singleLineField(limits.subject) }),
  body: z.object({ en: multilineTextField(limits.body), ar: multilineTextField(limits.body) }),
  kind: z.enum(announcementKinds),
})
const renderedEmail = z.object({ subject: z.string(), html: z.string() })
export const announcementPreviewResponse = createSuccessResponseSchema({
  preview: z.object({
    en: renderedEmail,
    ar: renderedEmail,
    both: renderedEmail.describe('for recipients whose language is unknown'),
  }),
})

/** The rendered email, for a preview. */
export type AnnouncementPreview = z.infer<typeof announcementPreviewResponse>['preview']

/** A person who would get an announcement now. */
const audienceMember = z.object({
  email: z.string(),
  name: z.string(),
  lang: z.enum(langs).nullable(),
  unsubscribed: z.boolean(),
})

/**
 * A person who would get an announcement now. `lang` is null when it is unknown: the email then has both
 * languages.
 */
export type AudienceMember = z.infer<typeof audienceMember>

export const audienceQuery = z.object({
  ...createPageAndSearchFields(pageSizes.short),
  competitionId: idField.optional(),
  stage: rawTextField(limits.stage).optional(),
  regionId: idField.optional(),
  paid: z.stringbool().optional(),
})
export const audienceResponse = createListResponseSchema('recipients', audienceMember).extend({
  unsubscribed: z
    .number()
    .describe('how many of all recipients get no news, because they did not ask for it'),
})

/** A recipient of an announcement that was sent. */
const announcementRecipient = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  lang: z.enum(langs).nullable(),
  state: z.enum(deliveryStates),
  at: z.string().describe('ISO 8601'),
})

/** A recipient of a sent announcement. */
export type AnnouncementRecipient = z.infer<typeof announcementRecipient>

export const announcementParams = z.object({ announcementId: idField })
export const announcementRecipientsQuery = z.object({
  ...createPageAndSearchFields(pageSizes.short),
  state: z.enum(deliveryStates).optional(),
})
export const announcementRecipientsResponse = createListResponseSchema('recipients', announcementRecipient)

/** Tokens of unsubscribe links. */
const unsubscribeToken = rawTextField(2000).min(1)
export const unsubscribeRequest = z.object({ token: unsubscribeToken, receivesNews: z.boolean() })
export const unsubscribeQuery = z.object({ token: unsubscribeToken, lang: z.enum(langs).optional() })
export const newsPreferenceRequest = z.object({ receivesNews: z.boolean() })
export const newsPreferenceResponse = createMessageResponseSchema({ receivesNews: z.boolean() })
