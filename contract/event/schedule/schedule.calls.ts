import { teamParams } from '../../people/teams/team.schema.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { langQuery } from '../../platform/fields.schema.ts'
import { defineImportCall } from '../../platform/import.schema.ts'
import { messageOnlyResponse } from '../../platform/response.schema.ts'
import { eventParams } from '../event.schema.ts'
import {
  addEventTeamsRequest,
  addedEventTeamsResponse,
  badgesRequest,
  badgesResponse,
  checkInRequest,
  checkInResponse,
  closeJudgingRequest,
  eventTeamParams,
  eventTeamsResponse,
  generatedScheduleResponse,
  generateScheduleRequest,
  nextSlotsResponse,
  previewScheduleRequest,
  previewScheduleResponse,
  publicScheduleResponse,
  publishScheduleRequest,
  savedSlotResponse,
  saveSlotRequest,
  scheduleImportRow,
  scheduleParams,
  scheduleResponse,
  shiftScheduleRequest,
  shiftScheduleResponse,
  slotParams,
  swappedSlotsResponse,
  swapSlotsRequest,
  teamSchedulesResponse,
  updateSlotRequest,
  withdrawnTeamResponse,
  withdrawTeamRequest,
} from './schedule.schema.ts'
import { defaultSlotMinutes, scheduleColumns } from './schedule.ts'

/** The calls about schedule. */
export const scheduleCalls = {
  ...defineImportCall('schedule', {
    summary: 'Preview a CSV file with slots of a schedule (`preview`), or import it: all or nothing',
    columns: `Columns: ${scheduleColumns.join(', ')}. Times are those of the time zone of the site, unless they have an offset. \`minutes\` is how long a slot takes, ${defaultSlotMinutes} without a number. In an event with matches, \`round\` is the number of a match, and its teams are not needed.`,
    tag: 'judging',
    regions: 'event',
    params: scheduleParams,
    row: scheduleImportRow,
  }),
  ...defineCalls(
    { tag: 'events', audience: 'visitor' },
    {
      'GET /api/v1/events/:idOrSlug/schedule': {
        summary: 'What is next by the published schedule of an event and its results, by id or slug',
        params: eventParams,
        query: langQuery,
        response: nextSlotsResponse,
      },
      'GET /api/v1/events/:idOrSlug/schedule/slots': {
        summary: 'The published schedule of an event, by id or slug',
        params: eventParams,
        query: langQuery,
        response: publicScheduleResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account teams', audience: 'user' },
    {
      'GET /api/teams/:teamId/schedule': {
        summary:
          'The slots of a team of the account in published schedules, by event, and the events for whose matches it is drawn',
        params: teamParams,
        response: teamSchedulesResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'judging', audience: 'admin', permission: 'results' },
    {
      'GET /api/admin/events/:eventId/schedule': {
        summary: 'The schedule and the teams of an event',
        permission: ['registration', 'results'],
        regions: 'event',
        params: scheduleParams,
        response: scheduleResponse,
      },
      'GET /api/admin/events/:eventId/teams': {
        summary: 'The teams of an event and their check-in',
        permission: ['registration', 'results'],
        regions: 'event-or-global',
        params: scheduleParams,
        response: eventTeamsResponse,
      },
      'POST /api/admin/events/:eventId/teams': {
        summary:
          'Add the registered teams of a competition to an event, or one of them, a late one with slots',
        permission: ['registration', 'results'],
        conditionalChecks: [{ when: 'for slots of a late team', permission: 'results' }],
        regions: 'event',
        params: scheduleParams,
        body: addEventTeamsRequest,
        response: addedEventTeamsResponse,
      },
      'POST /api/admin/events/:eventId/check-in': {
        summary: 'Check a team in by its id or the code of its badge, or undo the check-in',
        permission: ['registration', 'results'],
        regions: 'event',
        params: scheduleParams,
        body: checkInRequest,
        response: checkInResponse,
      },
      'POST /api/admin/events/:eventId/badges': {
        changesData: false,
        summary: 'The badges of people of an event, to print; who reads them is written into the audit log',
        permission: ['registration', 'results'],
        conditionalChecks: [
          { when: 'for members or coaches', permission: ['registration', 'privacy'] },
          { when: 'for judges', permission: 'results' },
        ],
        regions: 'event',
        params: scheduleParams,
        body: badgesRequest,
        response: badgesResponse,
      },
      'POST /api/admin/events/:eventId/schedule/slots': {
        summary: 'Add a slot to a schedule',
        regions: 'event',
        params: scheduleParams,
        body: saveSlotRequest,
        response: savedSlotResponse,
      },
      'PUT /api/admin/events/:eventId/schedule/slots/:slotId': {
        summary: 'Change a slot of a schedule',
        regions: 'event',
        params: slotParams,
        body: updateSlotRequest,
        response: savedSlotResponse,
      },
      'DELETE /api/admin/events/:eventId/schedule/slots/:slotId': {
        summary: 'Remove a slot from a schedule',
        regions: 'event',
        params: slotParams,
        response: messageOnlyResponse,
      },
      'DELETE /api/admin/events/:eventId/schedule': {
        summary: 'Remove all slots of a schedule',
        regions: 'event',
        params: scheduleParams,
        response: messageOnlyResponse,
      },
      'POST /api/admin/events/:eventId/schedule/generate/preview': {
        changesData: false,
        summary: 'Preview the schedule that would be generated for all teams of an event',
        regions: 'event',
        params: scheduleParams,
        body: previewScheduleRequest,
        response: previewScheduleResponse,
      },
      'POST /api/admin/events/:eventId/schedule/generate': {
        summary: 'Generate the schedule of all teams of an event, in place of the slots that it has',
        regions: 'event',
        params: scheduleParams,
        body: generateScheduleRequest,
        response: generatedScheduleResponse,
      },
      'POST /api/admin/events/:eventId/schedule/shift': {
        summary: 'Move the slots of a schedule that have not begun by some minutes',
        regions: 'event',
        params: scheduleParams,
        body: shiftScheduleRequest,
        response: shiftScheduleResponse,
      },
      'POST /api/admin/events/:eventId/schedule/swap': {
        summary: 'Swap the times and tables of two slots of a schedule',
        regions: 'event',
        params: scheduleParams,
        body: swapSlotsRequest,
        response: swappedSlotsResponse,
      },
      'POST /api/admin/events/:eventId/schedule/published': {
        summary: 'Publish the schedule of an event, or take it back',
        description: 'Until it is published, visitors and teams see no slot; judges always see the schedule.',
        regions: 'event',
        params: scheduleParams,
        body: publishScheduleRequest,
        response: messageOnlyResponse,
      },
      'PUT /api/admin/events/:eventId/teams/:teamId/withdrawal': {
        summary: 'Withdraw a team from an event of any format, or take it back',
        description:
          'Its open slots leave the schedule, and come back where their places are free. After a draw its matches follow the rules. Recorded results stay.',
        regions: 'event',
        params: eventTeamParams,
        body: withdrawTeamRequest,
        response: withdrawnTeamResponse,
      },
      'POST /api/admin/events/:eventId/judging/closed': {
        summary: 'Close or reopen the judging of an event',
        regions: 'event',
        params: scheduleParams,
        body: closeJudgingRequest,
        response: messageOnlyResponse,
      },
    },
  ),
}
