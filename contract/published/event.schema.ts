import {
  adminEvent,
  adminEventListQuery,
  eventDetails,
  eventParams,
  eventFormFields as form,
  missionType,
} from '#contract/event/event.schema.ts'
import {
  booleanFormField,
  defineDeletedListAndPurgeCalls,
  formMetadataFields,
  imageFormField,
  optionalRawFormField,
} from '#contract/platform/crud.schema.ts'
import type { CallDefinition } from '#contract/platform/define-calls.ts'
import { defineVariants } from '#contract/platform/define-calls.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import {
  idField,
  langQuery,
  listResponseFields,
  rawTextField,
  searchField,
} from '#contract/platform/fields.schema.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import { defineCalls, formContentTypes } from '../platform/define-calls.ts'

import { messageOnlyResponse } from '../platform/response.schema.ts'
import { scoreboardResponse } from './score.schema.ts'

const { shape } = adminEvent
const localized = <N extends string>(name: N) =>
  ({ [`${name}_en`]: z.string(), [`${name}_ar`]: z.string() }) as Record<`${N}_en` | `${N}_ar`, z.ZodString>

/** A card of `GET /api/events/`. */
const publishedEventCard = z
  .object({
    _id: shape.id,
    slug: shape.slug,
    ...localized('title'),
    ...localized('description'),
    startDate: shape.startDate,
    endDate: shape.endDate,
    tags: shape.tags,
    coverImage: shape.coverImage,
    trending: shape.trending,
    liveStatus: shape.live.describe('whether the event is live now'),
    missionType,
    region: shape.region,
    finalResults: shape.hasFinalResults.optional().describe('absent while the results are not final'),
    allLevels: z.literal(true).optional().describe('the event is for all levels; `missionType` is then 0'),
  })
  .meta({ id: 'EventCard' })
export type PublishedEventCard = z.infer<typeof publishedEventCard>

/** An event with everything that visitors see. */
const publishedEvent = publishedEventCard
  .extend({
    bannerImage: shape.bannerImage,
    eventCode: shape.eventCode,
    ...localized('datetime_info'),
    ...localized('howplay_info'),
    ...localized('rules_info'),
    status: shape.active,
    protestsUntil: eventDetails.shape.protestsUntil,
    awards: eventDetails.shape.awards,
  })
  .meta({ id: 'Event' })
export type PublishedEvent = z.infer<typeof publishedEvent>

const metadataFields = {
  version: shape.version,
  entryCount: shape.entryCount,
  Teams: shape.teamIds,
  createdAt: shape.createdAt,
  updatedAt: shape.updatedAt,
  deletedAt: shape.deletedAt,
}

/** A row of the back office's list. */
const publishedAdminEventRow = publishedEventCard
  .extend({ eventCode: shape.eventCode, status: shape.active, liveMode: shape.liveMode, ...metadataFields })
  .meta({ id: 'AdminEventRow' })
export type PublishedAdminEventRow = z.infer<typeof publishedAdminEventRow>

/** An event as the back office edits it. */
const publishedAdminEvent = publishedEvent
  .extend({
    liveMode: shape.liveMode,
    totalRule: shape.totalRule,
    ...metadataFields,
    season: shape.season,
    hasChosenLevel: shape.hasChosenLevel,
  })
  .meta({ id: 'AdminEvent' })
export type PublishedAdminEvent = z.infer<typeof publishedAdminEvent>

const eventListQuery = langQuery.extend({
  status: z.stringbool().optional(),
  region: rawTextField(80).optional(),
})
eventListQuery.register(fieldLabels, { catalogue: 'events' })
const eventListResponse = createSuccessResponseSchema({ events: z.array(publishedEventCard) })
const eventResponse = createSuccessResponseSchema({ event: publishedEvent })

const adminEventQuery = z.object({ id: idField })
export const toggleEventRequest = z.object({
  id: idField,
  name: z.enum(['trending', 'liveStatus', 'status']),
  status: z.union([z.boolean(), z.stringbool()]),
})
export const eventDownloadQuery = z.object({
  download: z.stringbool(),
  format: z.enum(['json', 'csv']).default('json'),
  s: searchField().optional(),
})
const savedEventResponse = createMessageAndDataResponseSchema({ event: publishedAdminEvent })
const adminEventResponse = createSuccessResponseSchema({
  event: publishedAdminEvent.extend({
    Scores: scoreboardResponse.shape.event.shape.Scores.describe(
      'the first 1,000; without `results` as visitors see them',
    ),
  }),
})
const adminEventListResponse = createSuccessResponseSchema({
  events: z.array(publishedAdminEventRow),
  ...listResponseFields,
})
const allEventsResponse = createSuccessResponseSchema({ events: z.array(publishedAdminEvent) })
const adminEventsResponse = z.union([
  savedEventResponse,
  adminEventResponse,
  adminEventListResponse,
  allEventsResponse,
])

/**
 * The event form of `POST` and `PUT /api/admin/events/`. It changes the event that `id` names, or creates
 * one. The required texts may be missing here: that has an error of its own (contract/event/event-rules.ts).
 * `liveStatus` sets `liveMode` to `on` or `off`, unless `liveMode` is sent, too. With a `status` of false the
 * event is saved as a draft, which needs a title in one language. `allLevels` of true makes it an event for all
 * levels; without `allLevels`, a `missionType` of 0 leaves such an event as it is, and one whose level is 0.
 */
const saveEventRequest = z.object({
  id: optionalRawFormField(rawTextField(100)),
  version: formMetadataFields.version,
  title_en: form.title.default(''),
  title_ar: form.title.default(''),
  description_en: form.description.default(''),
  description_ar: form.description.default(''),
  startDate: form.startDate,
  endDate: form.endDate,
  eventCode: form.eventCode,
  missionType: form.missionType,
  allLevels: booleanFormField,
  season: form.season,
  datetime_info_en: form.datesInfo,
  datetime_info_ar: form.datesInfo,
  howplay_info_en: form.howToPlay,
  howplay_info_ar: form.howToPlay,
  rules_info_en: form.rules,
  rules_info_ar: form.rules,
  tags: form.tags,
  region: form.region,
  totalRule: form.totalRule,
  trending: booleanFormField,
  liveStatus: booleanFormField,
  liveMode: form.liveMode,
  status: booleanFormField,
  coverImage: imageFormField,
  bannerImage: imageFormField,
  removeCover: booleanFormField,
  removeBanner: booleanFormField,
})
saveEventRequest.register(fieldLabels, {
  catalogue: 'events',
  names: { datetime_info: 'datesInfo', howplay_info: 'howToPlay', rules_info: 'rules', liveStatus: 'live' },
})
export type SaveEventRequest = z.output<typeof saveEventRequest>

const saveEvent = {
  summary: 'Create an event, or with `id` change it',
  conditionalChecks: [
    { when: 'to change the rule for totals of an event with scores', permission: 'results' },
  ],
  body: saveEventRequest,
  consumes: formContentTypes,
  response: savedEventResponse,
} satisfies CallDefinition

/** The calls about event. */
export const publishedEventCalls = {
  ...defineCalls(
    { tag: 'events', audience: 'visitor' },
    {
      'GET /api/events': {
        summary: 'Events that visitors see',
        query: eventListQuery,
        response: eventListResponse,
      },
      'GET /api/v1/events/:idOrSlug': {
        summary: 'One event, by id, slug or former slug',
        params: eventParams,
        query: langQuery,
        response: eventResponse,
      },
    },
  ),
  ...defineVariants(
    'GET /api/admin/events',
    {
      tag: 'events',
      audience: 'admin',
      permission: ['content', 'results', 'registration'],
      regions: 'filtered',
      conditionalChecks: [{ when: 'to toggle', permission: 'content' }],
      summary: 'List of events; one (`id`); toggle (`id`, `name`, `status`); all of them (`download`)',
      response: adminEventsResponse,
    },
    {
      '?download': {
        query: eventDownloadQuery,
        response: allEventsResponse,
        when: ({ download }) =>
          download !== undefined && eventDownloadQuery.shape.download.safeParse(download).data !== false,
      },
      '?id&name&status': {
        query: toggleEventRequest,
        response: savedEventResponse,
        changesData: true,
        when: ({ id, name, status }) => name !== undefined || (id !== undefined && status !== undefined),
      },
      '?id': { query: adminEventQuery, response: adminEventResponse },
      '': { query: adminEventListQuery, response: adminEventListResponse },
    },
  ),
  ...defineDeletedListAndPurgeCalls('/api/admin/events', {
    tag: 'events',
    sizes: pageSizes.long,
    permission: 'content',
    regions: 'filtered',
  }),
  ...defineCalls(
    { tag: 'events', audience: 'admin', permission: 'content', regions: 'filtered' },
    {
      'PATCH /api/admin/events': {
        summary: 'Set `trending`, `liveStatus` or `status`',
        body: toggleEventRequest,
        response: savedEventResponse,
      },
      'POST /api/admin/events': saveEvent,
      'PUT /api/admin/events': saveEvent,
      'DELETE /api/admin/events': {
        summary: 'Delete; can be restored for 30 days',
        query: adminEventQuery,
        response: messageOnlyResponse,
      },
      'POST /api/admin/events/restore': {
        summary: 'Restore a deleted event',
        body: adminEventQuery,
        response: savedEventResponse,
      },
    },
  ),
}
