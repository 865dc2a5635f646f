import {
  createCrudResponseSchemas,
  defineCrudCalls,
  formMetadataFields,
  listFormField,
  nullableFormField,
  optionalFormField,
  recordMetadataFields,
} from '../platform/crud.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import {
  createPageAndSearchFields,
  idField,
  instantField,
  localizedText,
  multilineTextField,
  rawTextField,
  singleLineField,
} from '../platform/fields.schema.ts'
import { langs } from '../platform/localized.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import {
  createListResponseSchema,
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import {
  announcementKinds,
  announcementStates,
  audienceGroups,
  deliveryStates,
  announcementLimits as limits,
} from './announcement.ts'

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
    groups: z.array(z.enum(audienceGroups)),
    eventId: z.string().nullable(),
    competitionId: z.string().nullable(),
    stage: z.string().nullable(),
    regionId: z.string().nullable(),
    paid: z.boolean().nullable(),
    regionIds: z
      .array(z.string())
      .nullable()
      .describe('the regions to which its author was limited: it reaches nobody else; null without a limit'),
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
  groups: listFormField(z.enum(audienceGroups), audienceGroups.length).describe(
    '`judges` needs an event; without it owners and coaches',
  ),
  eventId: nullableFormField(idField),
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
saveAnnouncementRequest.register(fieldLabels, { catalogue: 'teams', names: { body: 'message' } })
const announcementListFilters = { state: z.enum(announcementStates).optional() }

/** `at` is null to send it now. */
const scheduleAnnouncementRequest = z.object({ id: idField, at: instantField.nullable() })
const cancelAnnouncementRequest = z.object({ id: idField })
const testAnnouncementRequest = z.object({ id: idField })
const announcementResponses = createCrudResponseSchemas('announcement', 'announcements', announcementRecord)

/** The texts of an email to preview. */
const announcementPreviewRequest = z.object({
  subject: z.object({ en: singleLineField(limits.subject), ar: singleLineField(limits.subject) }),
  body: z.object({ en: multilineTextField(limits.body), ar: multilineTextField(limits.body) }),
  kind: z.enum(announcementKinds),
})
announcementPreviewRequest.register(fieldLabels, { catalogue: 'general', names: { body: 'message' } })
const renderedEmail = z.object({ subject: z.string(), html: z.string() })
const announcementPreviewResponse = createSuccessResponseSchema({
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
  groups: listFormField(z.enum(audienceGroups), audienceGroups.length).describe(
    'separated by commas; without it owners and coaches',
  ),
  eventId: idField.optional(),
  competitionId: idField.optional(),
  stage: rawTextField(limits.stage).optional(),
  regionId: idField.optional(),
  paid: z.stringbool().optional(),
  announcementId: idField.optional().describe('limits the recipients as those of this announcement are'),
})
audienceQuery.register(fieldLabels, { catalogue: 'teams' })
const audienceQueue = z.object({
  emailsPerMinute: z.number(),
  waiting: z.number().describe('emails that are sent before an announcement'),
  isPaused: z.boolean().describe('announcements wait until an administrator resumes emails to many people'),
})
/** What an announcement waits for in the queue of emails. */
export type AudienceQueue = z.infer<typeof audienceQueue>
const audienceResponse = createListResponseSchema('recipients', audienceMember).extend({
  queue: audienceQueue,
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

const announcementParams = z.object({ announcementId: idField })
const announcementRecipientsQuery = z.object({
  ...createPageAndSearchFields(pageSizes.short),
  state: z.enum(deliveryStates).optional(),
})
const announcementRecipientsResponse = createListResponseSchema('recipients', announcementRecipient)

/** Tokens of unsubscribe links. */
const unsubscribeToken = rawTextField(2000).min(1)
const unsubscribeRequest = z.object({ token: unsubscribeToken, receivesNews: z.boolean() })
const unsubscribeQuery = z.object({ token: unsubscribeToken, lang: z.enum(langs).optional() })
const newsPreferenceRequest = z.object({ receivesNews: z.boolean() })
const newsPreferenceResponse = createMessageAndDataResponseSchema({ receivesNews: z.boolean() })

/** The calls about announcement. */
export const announcementCalls = {
  ...defineCrudCalls(
    '/api/admin/announcements',
    {
      responses: announcementResponses,
      sizes: pageSizes.short,
      permission: 'registration',
      regions: 'filtered',
      form: saveAnnouncementRequest,
      toggle: undefined,
      filters: announcementListFilters,
    },
    {},
  ),
  ...defineCalls(
    { tag: 'announcements', audience: 'admin', permission: 'registration', regions: 'filtered' },
    {
      'POST /api/admin/announcements/schedule': {
        summary: 'Send a draft at a time, or now',
        body: scheduleAnnouncementRequest,
        response: announcementResponses.saved,
      },
      'POST /api/admin/announcements/cancel': {
        summary: 'Make a scheduled announcement a draft again',
        body: cancelAnnouncementRequest,
        response: announcementResponses.saved,
      },
      'POST /api/admin/announcements/cancel-unsent': {
        summary: 'Cancel the emails of an announcement that are not sent yet',
        body: cancelAnnouncementRequest,
        response: announcementResponses.saved,
      },
      'POST /api/admin/announcements/test': {
        summary: 'Send an announcement to oneself',
        rateLimit: { max: 20, timeWindow: '15 minutes' },
        body: testAnnouncementRequest,
        response: messageOnlyResponse,
      },
      'POST /api/admin/announcements/preview': {
        changesData: false,
        regions: 'same',
        summary: 'Render the email of an announcement',
        body: announcementPreviewRequest,
        response: announcementPreviewResponse,
      },
      'GET /api/admin/announcements/audience': {
        summary: 'Who would get an announcement now',
        query: audienceQuery,
        response: audienceResponse,
      },
      'GET /api/admin/announcements/:announcementId/recipients': {
        summary: 'The recipients of an announcement, and whether it was delivered',
        params: announcementParams,
        query: announcementRecipientsQuery,
        response: announcementRecipientsResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account', audience: 'user' },
    {
      'PUT /api/account/news': {
        summary: 'Set whether one gets news by email',
        body: newsPreferenceRequest,
        response: newsPreferenceResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'announcements', audience: 'visitor' },
    {
      'POST /api/unsubscribe': {
        summary: 'Unsubscribe from news by the token of an email, or subscribe again',
        errorLimit: { max: 60, timeWindow: '15 minutes' },
        body: unsubscribeRequest,
        response: newsPreferenceResponse,
      },
      'POST /api/unsubscribe/one-click': {
        summary: 'Unsubscribe from news: the address of the header List-Unsubscribe (RFC 8058)',
        errorLimit: { max: 60, timeWindow: '15 minutes' },
        query: unsubscribeQuery,
        consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        response: messageOnlyResponse,
      },
      'GET /api/unsubscribe/one-click': {
        summary: 'Redirects to the page with the button',
        errorLimit: { max: 60, timeWindow: '15 minutes' },
        query: unsubscribeQuery,
      },
    },
  ),
}
