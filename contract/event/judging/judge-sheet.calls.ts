import { defineCalls } from '../../platform/define-calls.ts'
import { messageOnlyResponse } from '../../platform/response.schema.ts'
import {
  adminReviewSheetParams,
  allowAttemptParams,
  allowAttemptRequest,
  importedSheetsResponse,
  importSheetsParams,
  importSheetsRequest,
  judgeEventQuery,
  judgeEventResponse,
  judgeSheetRequest,
  reviewedSheetResponse,
  reviewSheetParams,
  reviewSheetRequest,
  sentSheetResponse,
  setSecondJudgeRequest,
  sheetReviewsParams,
  sheetReviewsResponse,
} from './judge-sheet.schema.ts'

/** The calls about judge sheet. */
export const judgeSheetCalls = {
  ...defineCalls(
    { tag: 'judging', audience: 'admin', permission: 'results' },
    {
      'POST /api/admin/events/:eventId/judge-sheets': {
        summary:
          'Take in the sheets that a device of a judge could not send; each is recorded or not for itself',
        regions: 'event',
        params: importSheetsParams,
        body: importSheetsRequest,
        response: importedSheetsResponse,
      },
      'GET /api/admin/events/:eventId/judge-sheets': {
        summary: 'The sheets that wait for a second judge or a decision, and rejected ones',
        regions: 'event',
        params: sheetReviewsParams,
        returnsSecret: true,
        response: sheetReviewsResponse,
      },
      'POST /api/admin/events/:eventId/judge-sheets/:sheetId/review': {
        summary: 'Confirm or reject a sheet in place of a judge, and decide a conflict',
        regions: 'event',
        params: adminReviewSheetParams,
        body: reviewSheetRequest,
        response: reviewedSheetResponse,
      },
      'POST /api/admin/events/:eventId/additional-attempts': {
        summary: 'Allow a further attempt of a team in a round: the next sheet for it counts',
        regions: 'event',
        params: allowAttemptParams,
        body: allowAttemptRequest,
        response: messageOnlyResponse,
      },
      'POST /api/admin/events/:eventId/judging/second-judge': {
        summary: 'Set whether the sheets of an event need a second judge',
        regions: 'event',
        params: sheetReviewsParams,
        body: setSecondJudgeRequest,
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'judging', audience: 'judge' },
    {
      'GET /api/v1/judge/event': {
        summary: 'The rules, teams, schedule and results of the event of a judge',
        description:
          'Everything that a device needs to judge without a connection. Of people it has no data but the names of judges.',
        query: judgeEventQuery,
        response: judgeEventResponse,
      },
      'POST /api/v1/judge/sheets': {
        summary: 'Send a score sheet',
        description:
          'A repeat with the same `id` changes nothing but feedback that was written later, and gets the first reply. A head judge is told of a conflict (409) and decides; the sheet of another judge then waits for a decision.',
        body: judgeSheetRequest,
        response: sentSheetResponse,
      },
      'POST /api/v1/judge/sheets/:sheetId/review': {
        summary: 'Confirm or reject a sheet of another judge',
        description:
          'In an event whose sheets need a second judge, a sheet counts from its confirmation on. A repeated decision changes nothing. A judge with tables or days decides only about sheets of these. Only a head judge decides about sheets in a conflict.',
        params: reviewSheetParams,
        body: reviewSheetRequest,
        response: reviewedSheetResponse,
      },
      'POST /api/v1/judge/additional-attempts': {
        summary:
          'Allow a further attempt of a team in a round, as a head judge: the next sheet for it counts',
        body: allowAttemptRequest,
        response: messageOnlyResponse,
      },
    },
  ),
}
