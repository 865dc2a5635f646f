import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AdminEvent } from '#contract/event.ts'
import { savedResponse } from '#contract/fields.schema.ts'
import { paths } from '#contract/paths.ts'
import {
  adminEventAnyReply,
  adminEventForm,
  adminEventId,
  adminEventSavedReply,
  adminEventsDownload,
  adminEventsQuery,
  adminEventToggle,
} from '#contract/published/event-admin.schema.ts'
import {
  adminEventRowToWire,
  adminEventToWire,
  eventEditFromForm,
  eventFieldToWire,
  switchFromWire,
} from '#contract/published/event-admin.ts'
import type { Upload } from '#contract/upload.ts'
import type { z } from '#contract/z.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { getRequestLanguage, getTranslator } from '#server/http/language.ts'
import { createFormHook } from '#server/http/multipart.ts'
import { withPublishedErrorNames } from '#server/http/published-error-names.ts'
import { createQueryDispatch, defineRouteVariant, hasQueryKey } from '#server/http/query-dispatch.ts'
import { AppError } from '#server/lib/app-error.ts'
import { csvOfEvents } from './export.ts'
import { adminEvent, eachEvent, listEvents } from './queries.ts'
import { eventService } from './service.ts'

const tags = ['events (admin)']
const security = [{ token: [] }]

const message = (request: FastifyRequest, key: 'saved' | 'updated' | 'statusUpdated' | 'deleted' | 'restored') =>
  getTranslator(getRequestLanguage(request))(`messages.${key}`)

const published = { record: adminEventToWire, field: eventFieldToWire }

/** The back office's calls about events (specification, section 7 'Admin: events'). */
export const eventsAdmin =
  ({ database, files, invalidator, guards }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = eventService({ database, files, invalidator })
    const onRequest = guards.requireAdmin

    const saved = (request: FastifyRequest, event: AdminEvent, key: Parameters<typeof message>[1]) => ({
      success: true as const,
      msg: message(request, key),
      event: adminEventToWire(event),
    })

    const toggle = async (request: FastifyRequest, { id, name, status }: z.output<typeof adminEventToggle>) =>
      saved(
        request,
        await withPublishedErrorNames(service.toggle(id, switchFromWire[name], status, getAuditActor(request)), published),
        'statusUpdated',
      )

    const download = async (reply: FastifyReply, { format, s }: z.output<typeof adminEventsDownload>) => {
      const all = eachEvent(database.readDb, s)
      if (format === 'csv')
        return reply
          .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="events.csv"' })
          .send(Readable.from(csvOfEvents(all)))
      const events = []
      for await (const some of all) events.push(...some.map(adminEventToWire))
      return { success: true as const, events }
    }

    // the writer's database, not a copy that lags: who has just saved sees what was saved
    const list = async ({ page, per_page, s, deleted }: z.output<typeof adminEventsQuery>) => {
      const found = await listEvents(database.db, { page, perPage: per_page, search: s, deleted })
      return { success: true as const, events: found.events.map(adminEventRowToWire), currentPage: page, totalItems: found.total, per_page }
    }

    const isDownload = (query: Readonly<Record<string, unknown>>) =>
      hasQueryKey(query, 'download') && adminEventsDownload.shape.download.safeParse(query.download).data !== false
    const { querystring, answer } = createQueryDispatch([
      defineRouteVariant({ when: isDownload, schema: adminEventsDownload, handle: (query, _request, reply) => download(reply, query) }),
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'name') || (hasQueryKey(query, 'id') && hasQueryKey(query, 'status')),
        schema: adminEventToggle,
        handle: (query, request) => toggle(request, query),
      }),
      defineRouteVariant({
        when: (query) => hasQueryKey(query, 'id'),
        schema: adminEventId,
        handle: async ({ id }) => {
          const event = await adminEvent(database.db, id)
          if (!event) throw new AppError('not-found')
          return { success: true as const, event: adminEventToWire(event) }
        },
      }),
      defineRouteVariant({ when: () => true, schema: adminEventsQuery, handle: list }),
    ])
    app.get(
      paths.adminEvents,
      {
        onRequest,
        config: { for: 'admin' },
        schema: {
          summary: 'List of events; one (`id`); a switch set (`id`, `name`, `status`); all of them (`download`)',
          tags,
          security,
          querystring,
          response: { 200: adminEventAnyReply },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return (await answer(request, reply)) as z.output<typeof adminEventAnyReply>
      },
    )

    app.patch(
      paths.adminEvents,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: 'Set a switch', tags, security, body: adminEventToggle, response: { 200: adminEventSavedReply } },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return toggle(request, request.body)
      },
    )

    const picture = (file: Upload | undefined, remove: boolean | undefined) => file ?? (remove ? null : undefined)
    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: paths.adminEvents,
        onRequest,
        preValidation: createFormHook(adminEventForm),
        config: { for: 'admin' },
        schema: {
          summary: 'Create an event, or with `id` change it',
          tags,
          security,
          consumes: ['multipart/form-data'],
          body: adminEventForm,
          response: { 200: adminEventSavedReply },
        },
        handler: async (request) => {
          const form = request.body
          const pictures = {
            coverImage: picture(form.coverImage, form.removeCover),
            bannerImage: picture(form.bannerImage, form.removeBanner),
          }
          const { event, created } = await withPublishedErrorNames(
            service.save(eventEditFromForm(form), pictures, getAuditActor(request)),
            published,
          )
          return saved(request, event, created ? 'saved' : 'updated')
        },
      })

    app.delete(
      paths.adminEvents,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: 'Delete; undone for 30 days', tags, security, querystring: adminEventId, response: { 200: savedResponse } },
      },
      async (request) => {
        await service.remove(request.query.id, getAuditActor(request))
        return { success: true as const, msg: message(request, 'deleted') }
      },
    )

    app.post(
      `${paths.adminEvents}/restore`,
      {
        onRequest,
        config: { for: 'admin' },
        schema: { summary: 'Bring a deleted event back', tags, security, body: adminEventId, response: { 200: adminEventSavedReply } },
      },
      async (request) => saved(request, await service.restore(request.body.id, getAuditActor(request)), 'restored'),
    )
  }
