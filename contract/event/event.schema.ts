import { cleanNumberOrDateToWesternDigits } from '../accounts/identity.ts'
import { yearField } from '../people/seasons/season-year.schema.ts'
import { createCrudListQuerySchema, nullableFormField, optionalFormField } from '../platform/crud.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import {
  idField,
  localizedText,
  multilineTextField,
  nameField,
  rawTextField,
  singleLineField,
  sortField,
} from '../platform/fields.schema.ts'
import type { Localized } from '../platform/localized.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import { createListResponseSchema, createSuccessResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { type EventField, eventFields, type LocalizedEventField } from './event.fields.ts'
import { type EventSwitch, eventStates, liveModes, missionTypes, totalRules } from './event.ts'
import { normalizeTags, parseEventDateToIsoMidnight } from './event-rules.ts'
import { award } from './results/results.schema.ts'

/** The path of a call about an event that visitors see: its id, its slug or an earlier one. */
export const eventParams = z.object({ idOrSlug: rawTextField(100) })

type EventRevision = { id?: string | undefined; version?: number | undefined }

export const missionType = z.literal(missionTypes)

/**
 * An event. Dates are calendar dates in ISO 8601 (`2026-12-05T00:00:00.000Z`), images are paths on this site;
 * both are null where the event has none. `missionType` is null for all levels. `region` is a slug, null for
 * all regions. `live` is what the live mode means at the time of the reply.
 */
export const adminEvent = z.object({
  id: z.string(),
  slug: z.string(),
  title: localizedText,
  description: localizedText,
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  tags: z.array(z.string()),
  coverImage: z.string().nullable(),
  trending: z.boolean(),
  live: z.boolean(),
  hasFinalResults: z.boolean(),
  missionType: missionType.nullable(),
  region: z.string().nullable(),
  bannerImage: z.string().nullable(),
  eventCode: z.string(),
  datesInfo: localizedText,
  howToPlay: localizedText,
  rules: localizedText,
  active: z.boolean(),
  liveMode: z.enum(liveModes),
  totalRule: z.enum(totalRules),
  season: z
    .number()
    .nullable()
    .describe('the year of its season, whose teams can be added to it; null without any season'),
  hasChosenLevel: z.boolean().describe('false while `missionType` is what the form or the call began with'),
  version: z.number(),
  entryCount: z.number(),
  teamIds: z.array(z.string()).describe('of the teams that take part in the event or have a result'),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
})

/** An event with all that the back office knows of it. */
export type AdminEvent = z.infer<typeof adminEvent>

export const editedEvent = adminEvent.omit({ teamIds: true }).meta({ id: 'EditedEvent' })

/** An event as its form in the back office edits it. */
export type EditedEvent = z.infer<typeof editedEvent>

const isReadOnly = z.boolean().describe('for a user who is limited to regions, of an event without a region')

export const eventHeading = adminEvent
  .pick({
    id: true,
    slug: true,
    title: true,
    startDate: true,
    endDate: true,
    missionType: true,
    hasChosenLevel: true,
    active: true,
    season: true,
  })
  .extend({ isReadOnly })
  .meta({ id: 'EventHeading' })

/** What all pages of an event in the back office show. */
export type EventHeading = z.infer<typeof eventHeading>
type EventFieldValues = Pick<AdminEvent, EventField>
/** Values that are undefined stay as they are, or are those that a new event begins with. */
type EventChoices = { missionType?: AdminEvent['missionType'] | undefined; season?: number | undefined }
type EventSwitchValues = { [S in EventSwitch]?: AdminEvent[S] | undefined }

/**
 * The values of the event form. `id` names the event that is edited; without it an event is created.
 * `version` is the version that was read: when another save came between, the server answers `stale-version`.
 * `region` is the slug of a region, null for all. Switches that are undefined stay as they are; a new event
 * is published without them.
 */
export type EventInput = EventRevision &
  Omit<EventFieldValues, keyof EventChoices> &
  EventChoices &
  EventSwitchValues

/**
 * An edit of an event. Fields that are undefined stay as they are. `keepsPublishedZero`: a `missionType` of
 * 0 leaves the level as it is, and chosen or not, of an event for which published replies have 0.
 */
export type EventUpdate = EventRevision & { keepsPublishedZero?: boolean } & EventSwitchValues &
  Pick<EventFieldValues, 'title' | 'description'> & {
    [F in Exclude<EventField, 'title' | 'description'>]?:
      | (F extends LocalizedEventField ? Partial<Localized<string | undefined>> : EventFieldValues[F])
      | undefined
  }

const cardFields = {
  id: true,
  slug: true,
  title: true,
  description: true,
  startDate: true,
  endDate: true,
  tags: true,
  coverImage: true,
  trending: true,
  live: true,
  hasFinalResults: true,
  missionType: true,
  region: true,
} as const
const eventCard = adminEvent.pick(cardFields)

/** The values that the card of an event shows. */
export type EventCard = z.infer<typeof eventCard>

export const eventDetails = adminEvent
  .pick({
    ...cardFields,
    bannerImage: true,
    eventCode: true,
    datesInfo: true,
    howToPlay: true,
    rules: true,
    active: true,
  })
  .extend({
    protestsUntil: z
      .string()
      .optional()
      .describe('until when protests are accepted; absent without protests and with final results'),
    awards: z
      .array(award)
      .optional()
      .describe('the awards besides the rank; absent without awards and while the results are not final'),
  })

/** Everything that visitors see of an event. Empty texts are shown as placeholders. */
export type EventDetails = z.infer<typeof eventDetails>

const adminEventRow = adminEvent.pick({
  ...cardFields,
  eventCode: true,
  active: true,
  liveMode: true,
  version: true,
  entryCount: true,
  teamIds: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
})

/** An event of a list with the ids of its teams, as the published list has it. */
export type AdminEventRow = z.infer<typeof adminEventRow>

export const eventListRow = adminEvent
  .pick({
    id: true,
    slug: true,
    title: true,
    startDate: true,
    endDate: true,
    coverImage: true,
    trending: true,
    live: true,
    missionType: true,
    eventCode: true,
    active: true,
    liveMode: true,
    entryCount: true,
    updatedAt: true,
  })
  .extend({ isReadOnly })
  .meta({ id: 'EventListRow' })

/** An event as the back office's list shows it. */
export type EventListRow = z.infer<typeof eventListRow>

export const adminEventListQuery = createCrudListQuerySchema(pageSizes.long).extend({
  sort: sortField('events'),
  state: z.enum(eventStates).optional(),
})
adminEventListQuery.register(fieldLabels, { catalogue: 'events' })

const cleanIfText = (value: unknown) =>
  typeof value === 'string' ? cleanNumberOrDateToWesternDigits(value) : value
const dateField = z
  .preprocess(
    cleanIfText,
    nullableFormField(
      z.string().transform((value, context) => {
        const date = parseEventDateToIsoMidnight(value)
        if (date === undefined) context.addIssue({ code: 'custom', params: { code: 'bad-date' } })
        return date ?? null
      }),
    ),
  )
  .meta({
    description: 'ISO 8601 or the text of a JavaScript Date, of which the written day counts; empty for none',
  })

const parseDigit = (value: unknown) => {
  const digit = cleanIfText(value)
  return typeof digit === 'string' && /^\d$/.test(digit) ? Number(digit) : value
}
const parseJson = (value: unknown) => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
const { maxItems, maxLength } = eventFields.tags
const tagsField = z
  .array(nameField(maxLength * 4))
  .max(1000)
  .transform((input, context) => {
    const tags = normalizeTags(input)
    if (tags.length > maxItems)
      context.addIssue({ code: 'too_big', origin: 'array', maximum: maxItems, inclusive: true, input })
    if (tags.some((tag) => [...tag].length > maxLength))
      context.addIssue({ code: 'too_big', origin: 'string', maximum: maxLength, inclusive: true, input })
    return tags
  })

/** The fields of the event form as they arrive in a request. Those that were not sent are undefined. */
export const eventFormFields = {
  title: singleLineField(eventFields.title.maxLength),
  description: multilineTextField(eventFields.description.maxLength),
  startDate: dateField,
  endDate: dateField,
  eventCode: nameField(eventFields.eventCode.maxLength).optional(),
  missionType: nullableFormField(z.preprocess(parseDigit, missionType))
    .transform((type) => (type === null ? 0 : type))
    .meta({ description: '0 Elementory, 1 Junior, 2 Senior, 3 Adult, 4 Pro' }),
  season: optionalFormField(yearField).meta({
    description: 'the year of a season; a new event without it has the active one',
  }),
  region: nullableFormField(rawTextField(80)).meta({ description: 'slug or id' }),
  totalRule: z.enum(totalRules).optional(),
  liveMode: z.enum(liveModes).optional(),
  datesInfo: multilineTextField(eventFields.datesInfo.maxLength).optional(),
  howToPlay: multilineTextField(eventFields.howToPlay.maxLength).optional(),
  rules: multilineTextField(eventFields.rules.maxLength).optional(),
  tags: nullableFormField(z.preprocess(parseJson, tagsField))
    .transform((tags) => (tags === null ? [] : tags))
    .meta({ description: 'JSON-encoded list of texts' }),
}

const adminEventParams = z.object({ eventId: idField })

/** The own calls about events. */
export const eventCalls = defineCalls(
  { tag: 'events', audience: 'admin', permission: ['content', 'results', 'registration'] },
  {
    'GET /api/admin/events/list': {
      summary: 'The events in pages, with what the list shows',
      regions: 'filtered',
      query: adminEventListQuery,
      response: createListResponseSchema('events', eventListRow),
    },
    'GET /api/admin/events/:eventId': {
      summary: 'What all pages of an event in the back office show',
      regions: 'event-or-global',
      params: adminEventParams,
      response: createSuccessResponseSchema({ event: eventHeading }),
    },
    'GET /api/admin/events/:eventId/form': {
      summary: 'An event with all values of its form',
      regions: 'event-or-global',
      params: adminEventParams,
      response: createSuccessResponseSchema({ event: editedEvent }),
    },
  },
)
