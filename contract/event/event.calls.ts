import { defineCalls } from '../platform/define-calls.ts'
import { idField } from '../platform/fields.schema.ts'
import { createListResponseSchema, createSuccessResponseSchema } from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { adminEventListQuery, editedEvent, eventHeading, eventListRow } from './event.schema.ts'

const params = z.object({ eventId: idField })

/** The own calls about events. */
export const eventCalls = defineCalls(
  { tag: 'events', audience: 'admin', permission: ['content', 'results', 'registration'] },
  {
    'GET /api/admin/events/list': {
      summary: 'The events in pages, with what the list shows',
      query: adminEventListQuery,
      response: createListResponseSchema('events', eventListRow),
    },
    'GET /api/admin/events/:eventId': {
      summary: 'What all pages of an event in the back office show',
      params,
      response: createSuccessResponseSchema({ event: eventHeading }),
    },
    'GET /api/admin/events/:eventId/form': {
      summary: 'An event with all values of its form',
      params,
      response: createSuccessResponseSchema({ event: editedEvent }),
    },
  },
)
