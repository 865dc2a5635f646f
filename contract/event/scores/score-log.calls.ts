import { defineCalls } from '../../platform/define-calls.ts'
import { scoreLogCheckResponse, scoreLogParams, scoreLogQuery, scoreLogResponse } from './score-log.schema.ts'

/** The calls about score log. */
export const scoreLogCalls = defineCalls(
  { tag: 'scores', audience: 'admin', permission: 'results' },
  {
    'GET /api/admin/events/:eventId/score-log': {
      summary: 'The score log of an event, the newest rows first, with its head and the published heads',
      regions: 'event',
      params: scoreLogParams,
      query: scoreLogQuery,
      response: scoreLogResponse,
    },
    'GET /api/admin/events/:eventId/score-log/check': {
      summary: 'Check the chain of the score log, and compare what it gives with the standing results',
      regions: 'event',
      params: scoreLogParams,
      response: scoreLogCheckResponse,
    },
  },
)
