import { defineCalls } from '../../platform/define-calls.ts'
import { messageOnlyResponse } from '../../platform/response.schema.ts'
import { adminScoresParams, scoreboardParams } from '../scores/score.schema.ts'
import {
  adminResultsResponse,
  awardParams,
  awardsResponse,
  freezeRankingRequest,
  publishedResultsResponse,
  publishResultsRequest,
  revealStreamQuery,
  saveAwardRequest,
  savedAwardResponse,
  savedPublishedResultsResponse,
  savedResultsResponse,
  startRevealRequest,
  takeBackResultsRequest,
  updateRevealRequest,
} from './results.schema.ts'

/** The calls about results. */
export const resultsCalls = {
  ...defineCalls(
    { tag: 'scores', audience: 'visitor' },
    {
      'GET /api/v1/events/scores/:eventId/reveal': {
        summary:
          'The reveal of a ranking as it proceeds, and what the screens of the event show (Server-Sent Events)',
        description:
          '`snapshot` and `reveal` have in `reveal` the reveal after its last step, null when there is none, and in `display` the scenes of the screens. The ranks that are not open yet are those of the frozen ranking.',
        params: scoreboardParams,
        query: revealStreamQuery,
        produces: 'text/event-stream',
      },
    },
  ),
  ...defineCalls(
    { tag: 'results', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/results': {
        summary: 'The freeze and the reveal of a ranking',
        regions: 'event',
        params: adminScoresParams,
        returnsSecret: true,
        response: adminResultsResponse,
      },
      'PUT /api/admin/events/:eventId/results/freeze': {
        summary: 'Freeze the public ranking now or at a time',
        regions: 'event',
        params: adminScoresParams,
        body: freezeRankingRequest,
        returnsSecret: true,
        response: savedResultsResponse,
      },
      'DELETE /api/admin/events/:eventId/results/freeze': {
        summary: 'End the freeze and publish the standing ranking',
        regions: 'event',
        params: adminScoresParams,
        returnsSecret: true,
        response: savedResultsResponse,
      },
      'POST /api/admin/events/:eventId/results/reveal': {
        summary: 'Start the reveal or a rehearsal of it',
        regions: 'event',
        params: adminScoresParams,
        body: startRevealRequest,
        returnsSecret: true,
        response: savedResultsResponse,
      },
      'PATCH /api/admin/events/:eventId/results/reveal': {
        summary: 'Open the next rank, pause or continue',
        regions: 'event',
        params: adminScoresParams,
        body: updateRevealRequest,
        returnsSecret: true,
        response: savedResultsResponse,
      },
      'DELETE /api/admin/events/:eventId/results/reveal': {
        summary: 'End the reveal without publishing the ranking',
        regions: 'event',
        params: adminScoresParams,
        returnsSecret: true,
        response: savedResultsResponse,
      },
      'GET /api/admin/events/:eventId/results/publication': {
        summary: 'The published results of an event',
        regions: 'event',
        params: adminScoresParams,
        response: publishedResultsResponse,
      },
      'PUT /api/admin/events/:eventId/results/publication': {
        summary: 'Publish results as provisional or final',
        regions: 'event',
        params: adminScoresParams,
        body: publishResultsRequest,
        response: savedPublishedResultsResponse,
      },
      'POST /api/admin/events/:eventId/results/publication/take-back': {
        summary: 'Take published results back, so that scores can change',
        regions: 'event',
        params: adminScoresParams,
        body: takeBackResultsRequest,
        response: savedPublishedResultsResponse,
      },
      'GET /api/admin/events/:eventId/results/awards': {
        summary: 'The awards of an event',
        regions: 'event',
        params: adminScoresParams,
        response: awardsResponse,
      },
      'POST /api/admin/events/:eventId/results/awards': {
        summary: 'Give a team an award',
        regions: 'event',
        params: adminScoresParams,
        body: saveAwardRequest,
        response: savedAwardResponse,
      },
      'PUT /api/admin/events/:eventId/results/awards/:awardId': {
        summary: 'Change an award',
        regions: 'event',
        params: awardParams,
        body: saveAwardRequest,
        response: savedAwardResponse,
      },
      'DELETE /api/admin/events/:eventId/results/awards/:awardId': {
        summary: 'Remove an award',
        regions: 'event',
        params: awardParams,
        response: messageOnlyResponse,
      },
    },
  ),
}
