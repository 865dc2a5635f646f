import type { FastifyReply, FastifyRequest } from 'fastify'
import { maskEmail } from '#contract/accounts/identity.ts'
import { hasPermission } from '#contract/accounts/permissions.ts'
import {
  type EventField,
  eventFieldNames,
  eventFields,
  isLocalizedEventField,
} from '#contract/event/event.fields.ts'
import type { AdminEvent, adminEventListQuery } from '#contract/event/event.schema.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { Upload } from '#contract/platform/crud.schema.ts'
import { csvByteOrderMark, formatCsvRow } from '#contract/platform/csv.ts'
import { langs } from '#contract/platform/localized.ts'
import { formatWithOffset } from '#contract/platform/time-zone.ts'
import type { z } from '#contract/platform/z.ts'
import type { eventDownloadQuery, toggleEventRequest } from '#contract/published/event.schema.ts'
import {
  eventFlagsByPublishedName,
  fromPublishedEventForm,
  toPublishedAdminEvent,
  toPublishedAdminEventRow,
  toPublishedAdminEventWithScores,
  toPublishedEventFieldName,
} from '#contract/published/event-admin.ts'
import type { Deps } from '#server/deps.ts'
import { isEventChangeableWithLimit } from '#server/platform/db/region-conditions.ts'
import {
  createIdRequiredError,
  implementDeletedListAndPurgeCalls,
} from '#server/platform/http/crud-routes.ts'
import { awaitWithPublishedErrorFields } from '#server/platform/http/errors.ts'
import {
  assertRequestPermission,
  getAuditActor,
  getAuthenticatedUser,
  getRegionLimit,
  shouldMaskEmailsForRequester,
} from '#server/platform/http/guards.ts'
import {
  createCallsPlugin,
  implementGetRouteWithQueryVariants,
} from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import {
  buildListReply,
  buildMessageReply,
  buildSuccessReply,
  type MessageKey,
  sendCsv,
} from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getSiteDate, getSiteTimeZone } from '#server/platform/settings/service.ts'
import { listTopEntriesOfRanking, runOnVisibleRankingSource } from '../scores/service.ts'
import {
  findAdminEvent,
  findEventHeading,
  iterateEventBatches,
  readAdminEventListPage,
  readAdminEventPage,
} from './queries.ts'
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
export const createEventsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const { database } = deps
    const service = createEventService(deps)

    const eventReply = (request: FastifyRequest, key: MessageKey, event: AdminEvent) =>
      buildMessageReply(request, key, { event: toPublishedAdminEvent(event) })

    const toggle = async (request: FastifyRequest, { id, name, status }: ToggleRequest) => {
      assertRequestPermission(request, 'content')
      const work = service.toggle(id, eventFlagsByPublishedName[name], status, getAuditActor(request))
      return eventReply(request, 'statusUpdated', await awaitWithPublishedErrorFields(work, published))
    }

    const download = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { format, s: search }: z.output<typeof eventDownloadQuery>,
    ) => {
      const regionLimit = getRegionLimit(request)
      const batches = iterateEventBatches(database.readDb, await getSiteDate(deps), { search, regionLimit })
      if (format === 'csv')
        return sendCsv(reply, 'events', formatEventsCsv(batches, await getSiteTimeZone(deps)))
      const events = []
      for await (const batch of batches) events.push(...batch.map(toPublishedAdminEvent))
      return buildSuccessReply({ events })
    }

    /**
     * Lists the first scores of an event. Without the permission `results` they are those that visitors see; a user
     * who is limited to regions reads none of an event without a region.
     */
    const listScores = async (request: FastifyRequest, eventId: string): Promise<ScoreRow[]> => {
      const { permissions, regionLimit } = getAuthenticatedUser(request)
      if (!(await isEventChangeableWithLimit(database.db, eventId, regionLimit))) return []
      const scores = hasPermission(permissions, 'results')
        ? await listTopEntriesOfRanking(database.db, eventId, maxScores)
        : await runOnVisibleRankingSource(database.db, eventId, (_event, source) =>
            listTopEntriesOfRanking(database.db, eventId, maxScores, source),
          )
      return (scores ?? []).map((row) =>
        shouldMaskEmailsForRequester(request) ? { ...row, playerEmail: maskEmail(row.playerEmail) } : row,
      )
    }

    const toListQuery = async (
      { page, per_page: perPage, s: search, deleted, sort, state }: z.output<typeof adminEventListQuery>,
      request: FastifyRequest,
    ) => ({
      page,
      perPage,
      search,
      deleted,
      sort,
      state,
      today: await getSiteDate(deps),
      lang: getRequestLanguage(request),
      regionLimit: getRegionLimit(request),
    })

    // reads use the primary database, so that an administrator sees what was just saved
    implementGetRouteWithQueryVariants(implement, 'GET /api/admin/events', {
      '?download': (query, request, reply) => download(request, reply, query),
      '?id&name&status': (query, request) => toggle(request, query),
      '?id': async ({ id }, request) => {
        const event = await getEvent(request, id)
        return buildSuccessReply({
          event: toPublishedAdminEventWithScores(event, await listScores(request, id)),
        })
      },
      '': async (query, request) => {
        const { events, total } = await readAdminEventPage(database.db, await toListQuery(query, request))
        return buildListReply('events', events.map(toPublishedAdminEventRow), total, query)
      },
    })

    const getEvent = async (request: FastifyRequest, id: string): Promise<AdminEvent> => {
      const event = await findAdminEvent(database.db, id, await getSiteDate(deps), getRegionLimit(request))
      if (!event) throw new AppError('not-found')
      return event
    }

    implement('GET /api/admin/events/list', async (request) => {
      const { query } = request
      const { events, total } = await readAdminEventListPage(database.db, await toListQuery(query, request))
      return buildListReply('events', events, total, query)
    })

    implement('GET /api/admin/events/:eventId', async (request) => {
      const { eventId } = request.params
      const event = await findEventHeading(database.db, eventId, getRegionLimit(request))
      if (!event) throw new AppError('not-found')
      return buildSuccessReply({ event })
    })

    implement('GET /api/admin/events/:eventId/form', async (request) =>
      buildSuccessReply({ event: await getEvent(request, request.params.eventId) }),
    )

    implement('PATCH /api/admin/events', async (request) => toggle(request, request.body))

    const toImageChange = (file: Upload | undefined, remove: boolean | undefined) =>
      file ?? (remove ? null : undefined)
    for (const method of ['POST', 'PUT'] as const)
      implement(`${method} /api/admin/events`, async (request) => {
        const form = request.body
        if (method === 'PUT' && form.id === undefined) throw createIdRequiredError()
        const images = {
          coverImage: toImageChange(form.coverImage, form.removeCover),
          bannerImage: toImageChange(form.bannerImage, form.removeBanner),
        }
        const work = service.save(fromPublishedEventForm(form), images, getAuditActor(request))
        const { event, created } = await awaitWithPublishedErrorFields(work, published)
        return eventReply(request, created ? 'saved' : 'updated', event)
      })

    implement('DELETE /api/admin/events', async (request) => {
      await service.remove(request.query.id, getAuditActor(request))
      return buildMessageReply(request, 'deleted')
    })

    implement('POST /api/admin/events/restore', async (request) =>
      eventReply(request, 'restored', await service.restore(request.body.id, getAuditActor(request))),
    )

    implementDeletedListAndPurgeCalls(implement, '/api/admin/events', service)
  })
