import { idQuery } from '../../platform/crud.schema.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { defineImportCall } from '../../platform/import.schema.ts'
import { messageOnlyResponse } from '../../platform/response.schema.ts'
import {
  addAttemptsRequest,
  adminAttemptParams,
  adminScoreEntryParams,
  adminScoreEntryResponse,
  adminScoresParams,
  adminScoresQuery,
  adminScoresResponse,
  participantsQuery,
  participantsResponse,
  removedScoreResponse,
  removedScoresResponse,
  restoreScoreRequest,
  savedScoreEntryResponse,
  scoreImportRow,
  scoreImportTotals,
  updateAttemptRequest,
  updateParticipantRequest,
} from './score.schema.ts'
import { scoreLimits } from './score.ts'

/** The calls about score. */
export const scoreCalls = {
  ...defineImportCall('scores', {
    summary: 'Preview a CSV file of attempts (`preview`), or import it: all or nothing',
    columns:
      'Columns: name, email, team_no, team_name, school, mission_type, mission, score, time, at, note, competition. Only `score` is required, and `time` where the event has times. In an event with teams a line names its team by number, with the competition where several have it, or by name. Titles may also be those of the pages in either language. A file for an event with a rule set has `round` and the fields of its score sheets instead of `mission`, `score` and `time`, one line for each attempt.',
    tag: 'scores',
    regions: 'event',
    params: adminScoresParams,
    largestFile: scoreLimits.importBytes,
    row: scoreImportRow,
    furtherFields: scoreImportTotals,
  }),
  ...defineCalls(
    { tag: 'scores', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/scores': {
        summary: 'The ranking, hidden events too; emails are masked without the permission `privacy`',
        regions: 'event',
        params: adminScoresParams,
        query: adminScoresQuery,
        response: adminScoresResponse,
      },
      'GET /api/admin/events/:eventId/scores/export': {
        summary:
          'The ranking as a CSV file, in an event with a rule set one line for each attempt; emails are masked without the permission `privacy`',
        regions: 'event',
        params: adminScoresParams,
        produces: 'text/csv',
      },
      'GET /api/admin/events/:eventId/participants': {
        summary:
          'Accounts and teams that a score may be for; without the permission `privacy` emails are masked and not searched',
        regions: 'event',
        params: adminScoresParams,
        query: participantsQuery,
        response: participantsResponse,
      },
      'GET /api/admin/events/:eventId/scores/:entryId': {
        summary: 'One entry with its attempts; its email is masked without the permission `privacy`',
        regions: 'event',
        params: adminScoreEntryParams,
        response: adminScoreEntryResponse,
      },
      'POST /api/admin/events/:eventId/scores': {
        summary: 'Record attempts of a participant',
        regions: 'event',
        params: adminScoresParams,
        body: addAttemptsRequest,
        response: savedScoreEntryResponse,
      },
      'PUT /api/admin/events/:eventId/scores/:entryId': {
        summary: 'Correct what an entry shows of its participant',
        regions: 'event',
        params: adminScoreEntryParams,
        body: updateParticipantRequest,
        response: savedScoreEntryResponse,
      },
      'PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId': {
        summary: 'Correct an attempt',
        regions: 'event',
        params: adminAttemptParams,
        body: updateAttemptRequest,
        response: savedScoreEntryResponse,
      },
      'DELETE /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId': {
        summary: 'Remove an attempt; with the last one the entry is removed, too',
        regions: 'event',
        params: adminAttemptParams,
        response: removedScoreResponse,
      },
      'DELETE /api/admin/events/:eventId/scores/:entryId': {
        summary: 'Remove an entry with all its attempts',
        regions: 'event',
        params: adminScoreEntryParams,
        response: removedScoreResponse,
      },
      'GET /api/admin/events/:eventId/scores/removed': {
        summary: 'The last 100 removals of the last 30 days',
        regions: 'event',
        params: adminScoresParams,
        response: removedScoresResponse,
      },
      'DELETE /api/admin/events/:eventId/scores/removed': {
        summary: 'Delete a removed entry or attempt permanently',
        permission: 'administration',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: adminScoresParams,
        query: idQuery,
        response: messageOnlyResponse,
      },
      'POST /api/admin/events/:eventId/scores/restore': {
        summary: 'Restore a removed entry or attempt',
        regions: 'event',
        params: adminScoresParams,
        body: restoreScoreRequest,
        response: savedScoreEntryResponse,
      },
    },
  ),
}
