import { defineCalls } from '../../platform/define-calls.ts'
import { langQuery } from '../../platform/fields.schema.ts'
import { eventParams } from '../event.schema.ts'
import {
  adminMatchesParams,
  adminMatchesResponse,
  adminMatchParams,
  drawMatchesRequest,
  matchPreviewResponse,
  previewMatchRequest,
  previewScoreChangeRequest,
  savedMatchesResponse,
  saveMatchRequest,
  setWithdrawalRequest,
  tournamentResponse,
} from './match.schema.ts'

/** The calls about match. */
export const matchCalls = {
  ...defineCalls(
    { tag: 'judging', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/matches': {
        summary: 'The draw, the matches and their problems',
        regions: 'event',
        params: adminMatchesParams,
        response: adminMatchesResponse,
      },
      'POST /api/admin/events/:eventId/matches/draw': {
        summary: 'Draw the matches, or record a draw that was made by hand',
        regions: 'event',
        params: adminMatchesParams,
        body: drawMatchesRequest,
        response: savedMatchesResponse,
      },
      'POST /api/admin/events/:eventId/matches/withdrawals/preview': {
        changesData: false,
        summary: 'What the withdrawal of a team would change',
        regions: 'event',
        params: adminMatchesParams,
        body: setWithdrawalRequest,
        response: matchPreviewResponse,
      },
      'PUT /api/admin/events/:eventId/matches/withdrawals': {
        summary: 'Withdraw a team after the draw, or take it back',
        regions: 'event',
        params: adminMatchesParams,
        body: setWithdrawalRequest,
        response: savedMatchesResponse,
      },
      'POST /api/admin/events/:eventId/matches/score-changes/preview': {
        changesData: false,
        summary: 'What a change in the scores of the event would change in the matches',
        regions: 'event',
        params: adminMatchesParams,
        body: previewScoreChangeRequest,
        response: matchPreviewResponse,
      },
      'POST /api/admin/events/:eventId/matches/:matchNumber/preview': {
        changesData: false,
        summary: 'What a result of a match would change',
        regions: 'event',
        params: adminMatchParams,
        body: previewMatchRequest,
        response: matchPreviewResponse,
      },
      'PUT /api/admin/events/:eventId/matches/:matchNumber': {
        summary: 'Record or correct the result of a match',
        regions: 'event',
        params: adminMatchParams,
        body: saveMatchRequest,
        response: savedMatchesResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'events', audience: 'visitor' },
    {
      'GET /api/v1/events/:idOrSlug/matches': {
        summary: 'The groups, pairings and results of an event that is played in matches, by id or slug',
        description:
          'While the ranking is frozen, it has the results before the freeze and the pairings that follow from them. Times are in it once the schedule is published.',
        params: eventParams,
        query: langQuery,
        response: tournamentResponse,
      },
    },
  ),
}
