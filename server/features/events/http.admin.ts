import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Upload } from '#contract/crud.schema.ts'
import type { AdminEvent } from '#contract/event.schema.ts'
import { type EventField, eventFieldNames, eventFields, isLocalizedEventField } from '#contract/event.ts'
import { langs } from '#contract/localized.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { paths } from '#contract/paths.ts'
import {
  adminEventListQuery,
  adminEventQuery,
  adminEventsResponse,
  eventDownloadQuery,
  savedEventResponse,
  saveEventRequest,
  toggleEventRequest,
} from '#contract/published/event.schema.ts'
import {
  eventFlagsByPublishedName,
  fromPublishedEventForm,
  toPublishedAdminEvent,
  toPublishedAdminEventRow,
  toPublishedAdminEventWithScores,
  toPublishedEventFieldName,
} from '#contract/published/event-admin.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/rules/csv.ts'
import { maskEmail } from '#contract/rules/identity.ts'
import { hasPermission } from '#contract/rules/permissions.ts'
import { formatWithOffset } from '#contract/rules/time-zone.ts'
import type { ScoreRow } from '#contract/score.schema.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { listTopEntries, readFromVisibleRanking } from '#server/features/scores/service.ts'
import { getSiteDate, getSiteTimeZone } from '#server/features/settings/service.ts'
import { addListAndPurgeDeletedRoutes, createMissingIdError } from '#server/http/crud-routes.ts'
import { awaitWithPublishedErrorNames } from '#server/http/errors.ts'
import {
  assertRequestPermission,
  createAdminRoutes,
  getAuditActor,
  getAuthenticatedUser,
  shouldMaskEmails,
} from '#server/http/guards.ts'
import { getRequestLanguage } from '#server/http/language.ts'
import { createQueryDispatch, defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import {
  buildListReply,
  buildMessageReply,
  buildSuccessReply,
  type MessageKey,
  sendCsv,
} from '#server/http/reply.ts'
import { createFormParsingHook } from '#server/http/request-bodies.ts'
import { AppError } from '#server/lib/app-error.ts'
import { findAdminEvent, iterateAdminEvents, listAdminEvents } from './queries.ts'
import { createEventService } from './service.ts'

type Column = readonly [
  name: string,
  toCell: (event: AdminEvent, timeZone: string) => string | number | boolean | null,
]

/**
 * The columns of a field of the event form: one per language when it is localized, none when it is not in the
 * CSV file.
 */
const fieldColumns = (field: EventField): Column[] => {
  const rules = eventFields[field]
  if (!('column' in rules)) return []
  if (isLocalizedEventField(field))
    return langs.map((lang) => [`${rules.column}_${lang}`, (event) => event[field][lang]])
  if (field === 'startDate' || field === 'endDate')
    return [[rules.column, (event) => event[field]?.slice(0, 10) ?? null]]
  return [
    [
      rules.column,
      ({ [field]: value }) => (Array.isArray(value) ? value.join('; ') : (value as string | number | null)),
    ],
  ]
}

const columns: readonly Column[] = [
  ['id', (event) => event.id],
  ['slug', (event) => event.slug],
  ...eventFieldNames.flatMap(fieldColumns),
  ['trending', (event) => event.trending],
  ['live', (event) => event.live],
  ['live_mode', (event) => event.liveMode],
  ['active', (event) => event.active],
  ['entries', (event) => event.entryCount],
  ['created_at', (event, timeZone) => formatWithOffset(event.createdAt, timeZone)],
  ['season', (event) => event.season],
]

/** Yields events as the parts of a CSV file. Times have the offset of `timeZone`. */
const formatEventsCsv = async function* (
  batches: AsyncIterable<AdminEvent[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield csvByteOrderMark + formatCsvRow(columns.map(([name]) => name))
  for await (const events of batches)
    yield events.map((event) => formatCsvRow(columns.map(([, toCell]) => toCell(event, timeZone)))).join('')
}

const published = { record: toPublishedAdminEvent, field: toPublishedEventFieldName }
/** The most scores in the reply with one event. */
const maxScores = 1000
type ToggleRequest = z.output<typeof toggleEventRequest>

/** Registers the back office's calls about events (specification, section 7 'Admin: events'). */
export const eventsAdminRoutes = (deps: Deps): FastifyPluginAsyncZod =>
  createAdminRoutes(deps, 'events', 'content', async (app) => {
    const { database } = deps
    const service = createEventService(deps)

    const eventReply = (request: FastifyRequest, key: MessageKey, event: AdminEvent) =>
      buildMessageReply(request, key, { event: toPublishedAdminEvent(event) })

    const toggle = async (request: FastifyRequest, { id, name, status }: ToggleRequest) => {
      assertRequestPermission(request, 'content')
      const work = service.toggle(id, eventFlagsByPublishedName[name], status, getAuditActor(request))
      return eventReply(request, 'statusUpdated', await awaitWithPublishedErrorNames(work, published))
    }

    const download = async (reply: FastifyReply, { format, s }: z.output<typeof eventDownloadQuery>) => {
      const batches = iterateAdminEvents(database.readDb, await getSiteDate(deps), s)
      if (format === 'csv')
        return sendCsv(reply, 'events', formatEventsCsv(batches, await getSiteTimeZone(deps)))
      const events = []
      for await (const batch of batches) events.push(...batch.map(toPublishedAdminEvent))
      return buildSuccessReply({ events })
    }

    /**
     * Lists the first scores of an event. Without the permission `results` they are those that visitors see.
     */
    const listScores = async (request: FastifyRequest, eventId: string): Promise<ScoreRow[]> => {
      const { permissions } = getAuthenticatedUser(request)
      const scores = hasPermission(permissions, 'results')
        ? await listTopEntries(database.db, eventId, maxScores)
        : await readFromVisibleRanking(database.db, eventId, (_event, source) =>
            listTopEntries(database.db, eventId, maxScores, source),
          )
      return (scores ?? []).map((row) =>
        shouldMaskEmails(request) ? { ...row, playerEmail: maskEmail(row.playerEmail) } : row,
      )
    }

    const isDownload = (query: Readonly<Record<string, unknown>>) =>
      hasQueryKey(query, 'download') &&
      eventDownloadQuery.shape.download.safeParse(query.download).data !== false
    // reads use the primary database, so that an administrator sees what was just saved
    const { querystring, answer } = createQueryDispatch([
      defineRouteVariant({
        when: isDownload,
        schema: eventDownloadQuery,
        handle: (query, _request, reply) => download(reply, query),
      }),
      defineRouteVariant({
        when: (query) =>
          hasQueryKey(query, 'name') || (hasQueryKey(query, 'id') && hasQueryKey(query, 'status')),
        schema: toggleEventRequest,
        handle: (query, request) => toggle(request, query),
      }),
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'id'),
        schema: adminEventQuery,
        handle: async ({ id }, request) => {
          const event = await findAdminEvent(database.db, id, await getSiteDate(deps))
          if (!event) throw new AppError('not-found')
          return buildSuccessReply({
            event: toPublishedAdminEventWithScores(event, await listScores(request, id)),
          })
        },
      }),
      defineRouteVariant({
        when: () => true,
        schema: adminEventListQuery,
        handle: async ({ page, per_page, s: search, deleted, sort, state }, request) => {
          const lang = getRequestLanguage(request)
          const today = await getSiteDate(deps)
          const { events, total } = await listAdminEvents(database.db, {
            today,
            page,
            perPage: per_page,
            search,
            deleted,
            sort,
            lang,
            state,
          })
          return buildListReply('events', events.map(toPublishedAdminEventRow), total, { page, per_page })
        },
      }),
    ])
    const summary = 'List of events; one (`id`); toggle (`id`, `name`, `status`); all of them (`download`)'
    app.get(
      paths.adminEvents,
      {
        config: {
          permission: ['content', 'results', 'registration'],
          conditionalChecks: [{ when: 'to toggle', permission: 'content' }],
        },
        schema: { summary, querystring, response: { 200: adminEventsResponse } },
      },
      async (request, reply) => (await answer(request, reply)) as z.output<typeof adminEventsResponse>,
    )

    app.patch(
      paths.adminEvents,
      {
        schema: {
          summary: 'Set `trending`, `liveStatus` or `status`',
          body: toggleEventRequest,
          response: { 200: savedEventResponse },
        },
      },
      async (request) => toggle(request, request.body),
    )

    const toImageChange = (file: Upload | undefined, remove: boolean | undefined) =>
      file ?? (remove ? null : undefined)
    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: paths.adminEvents,
        preValidation: createFormParsingHook(saveEventRequest),
        config: {
          conditionalChecks: [
            { when: 'to change the rule for totals of an event with scores', permission: 'results' },
          ],
        },
        schema: {
          summary: 'Create an event, or with `id` change it',
          consumes: ['multipart/form-data', 'application/x-www-form-urlencoded'],
          body: saveEventRequest,
          response: { 200: savedEventResponse },
        },
        handler: async (request) => {
          const form = request.body
          if (method === 'PUT' && form.id === undefined) throw createMissingIdError()
          const images = {
            coverImage: toImageChange(form.coverImage, form.removeCover),
            bannerImage: toImageChange(form.bannerImage, form.removeBanner),
          }
          const work = service.save(fromPublishedEventForm(form), images, getAuditActor(request))
          const { event, created } = await awaitWithPublishedErrorNames(work, published)
          return eventReply(request, created ? 'saved' : 'updated', event)
        },
      })

    app.delete(
      paths.adminEvents,
      {
        schema: {
          summary: 'Delete; can be restored for 30 days',
          querystring: adminEventQuery,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.remove(request.query.id, getAuditActor(request))
        return buildMessageReply(request, 'deleted')
      },
    )

    app.post(
      `${paths.adminEvents}/restore`,
      {
        schema: {
          summary: 'Restore a deleted event',
          body: adminEventQuery,
          response: { 200: savedEventResponse },
        },
      },
      async (request) =>
        eventReply(request, 'restored', await service.restore(request.body.id, getAuditActor(request))),
    )

    addListAndPurgeDeletedRoutes(app, {
      path: paths.adminEvents,
      sizes: pageSizes.long,
      permission: 'content',
      purgePermission: 'administration',
      service,
    })
  })
