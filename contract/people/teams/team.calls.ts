import { idQuery } from '../../platform/crud.schema.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { messageOnlyResponse } from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import {
  accountTeamListQuery,
  accountTeamListResponse,
  accountTeamSummariesResponse,
  accountTeamsResponse,
  coachInvitationResponse,
  draftParams,
  draftsResponse,
  inviteCoachRequest,
  nationalIdReasonRequest,
  revealNationalIdResponse,
  saveDraftRequest,
  savedAccountTeamResponse,
  savedCoachInvitationResponse,
  savedTeamPersonResponse,
  savedTeamResponse,
  saveTeamPersonRequest,
  saveTeamScoresRequest,
  submitTeamRequest,
  submittedTeamResponse,
  teamParams,
  teamPersonParams,
  teamStagesResponse,
} from './team.schema.ts'

/** The calls about team. */
export const teamCalls = {
  ...defineCalls(
    { tag: 'teams', audience: 'admin', permission: 'registration' },
    {
      'POST /api/admin/teams/restore': {
        summary: 'Restore a deleted team',
        regions: 'filtered',
        body: idQuery,
        response: savedTeamResponse,
      },
      'PUT /api/admin/teams/:teamId/scores': {
        summary: 'Replace all scores of a team',
        regions: 'team',
        permission: 'results',
        params: teamParams,
        body: saveTeamScoresRequest,
        response: savedTeamResponse,
      },
      'POST /api/admin/teams/:teamId/coaches': {
        summary: 'Add a coach',
        regions: 'team',
        params: teamParams,
        body: saveTeamPersonRequest,
        consumes: ['multipart/form-data'],
        response: savedTeamPersonResponse,
      },
      'PUT /api/admin/teams/:teamId/coaches/:personId': {
        summary: 'Change a coach; without `nationalId` the stored one stays',
        regions: 'team',
        params: teamPersonParams,
        body: saveTeamPersonRequest,
        consumes: ['multipart/form-data'],
        response: savedTeamPersonResponse,
      },
      'DELETE /api/admin/teams/:teamId/coaches/:personId': {
        summary: 'Remove a coach; undone for 30 days',
        regions: 'team',
        params: teamPersonParams,
        response: savedTeamResponse,
      },
      'POST /api/admin/teams/:teamId/coaches/:personId/restore': {
        summary: 'Restore a removed coach',
        regions: 'team',
        params: teamPersonParams,
        response: savedTeamPersonResponse,
      },
      'POST /api/admin/teams/:teamId/coaches/:personId/national-id': {
        summary: 'The whole national ID of one person; who reads it and why is written into the audit log',
        regions: 'team',
        permission: 'privacy',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: teamPersonParams,
        body: nationalIdReasonRequest,
        response: revealNationalIdResponse,
      },
      'POST /api/admin/teams/:teamId/members': {
        summary: 'Add a member',
        regions: 'team',
        params: teamParams,
        body: saveTeamPersonRequest,
        consumes: ['multipart/form-data'],
        response: savedTeamPersonResponse,
      },
      'PUT /api/admin/teams/:teamId/members/:personId': {
        summary: 'Change a member; without `nationalId` the stored one stays',
        regions: 'team',
        params: teamPersonParams,
        body: saveTeamPersonRequest,
        consumes: ['multipart/form-data'],
        response: savedTeamPersonResponse,
      },
      'DELETE /api/admin/teams/:teamId/members/:personId': {
        summary: 'Remove a member; undone for 30 days',
        regions: 'team',
        params: teamPersonParams,
        response: savedTeamResponse,
      },
      'POST /api/admin/teams/:teamId/members/:personId/restore': {
        summary: 'Restore a removed member',
        regions: 'team',
        params: teamPersonParams,
        response: savedTeamPersonResponse,
      },
      'POST /api/admin/teams/:teamId/members/:personId/national-id': {
        summary: 'The whole national ID of one person; who reads it and why is written into the audit log',
        regions: 'team',
        permission: 'privacy',
        conditionalChecks: [{ when: 'always', confirmation: true }],
        params: teamPersonParams,
        body: nationalIdReasonRequest,
        response: revealNationalIdResponse,
      },
      'GET /api/admin/teams/stages': {
        summary: 'The stages of all teams, the most frequent first',
        regions: 'filtered',
        permission: ['registration', 'results', 'finance', 'privacy'],
        response: teamStagesResponse,
      },
      'GET /api/admin/teams/:teamId/coach-invitation': {
        summary: 'The invitation of a coach to own a team',
        regions: 'team',
        permission: ['registration', 'results', 'finance', 'privacy'],
        params: teamParams,
        response: coachInvitationResponse,
      },
      'PUT /api/admin/teams/:teamId/coach-invitation': {
        summary: 'Invite a coach of a team to own it, by email',
        regions: 'team',
        params: teamParams,
        body: inviteCoachRequest,
        response: savedCoachInvitationResponse,
      },
      'DELETE /api/admin/teams/:teamId/coach-invitation': {
        summary: 'Withdraw the invitation of a coach',
        regions: 'team',
        params: teamParams,
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account teams', audience: 'user' },
    {
      'GET /api/teams': {
        summary: 'The teams that the account registered or coaches; one of them (`id`)',
        query: idQuery.partial(),
        response: accountTeamsResponse,
      },
      'GET /api/account/teams': {
        summary: 'The teams that the account registered or coaches, in pages, the newest first',
        query: accountTeamListQuery,
        response: accountTeamListResponse,
      },
      'GET /api/account/teams/summaries': {
        summary: 'All teams that the account registered or coaches without their people, the newest first',
        response: accountTeamSummariesResponse,
      },
      'POST /api/teams': {
        summary:
          'Register a team with its people, or with `id` change one, while registration is open: all or nothing',
        body: submitTeamRequest,
        consumes: ['multipart/form-data'],
        response: submittedTeamResponse,
      },
      'PUT /api/teams': {
        summary:
          'Register a team with its people, or with `id` change one, while registration is open: all or nothing',
        body: submitTeamRequest,
        consumes: ['multipart/form-data'],
        response: submittedTeamResponse,
      },
      'POST /api/teams/:teamId/leave': {
        summary: 'Request the withdrawal of a paid team; its owner only',
        params: teamParams,
        response: savedAccountTeamResponse,
      },
      'POST /api/teams/:teamId/owner': {
        summary: 'Become the owner of a team whose organizers invited the account as its coach',
        params: teamParams,
        response: savedAccountTeamResponse,
      },
      'POST /api/teams/:teamId/place': {
        summary:
          'Register a lapsed team again: it gets a free place, or joins the waiting list; its owner only',
        params: teamParams,
        response: savedAccountTeamResponse,
      },
      'DELETE /api/teams': {
        summary: 'Withdraw an unpaid team; its owner only',
        query: idQuery,
        response: messageOnlyResponse,
      },
      'GET /api/teams/drafts': {
        summary: 'Registrations that are not submitted yet',
        response: draftsResponse,
      },
      'PUT /api/teams/drafts/:draftId': {
        summary: 'Save a draft; a repeat is harmless',
        params: draftParams,
        body: saveDraftRequest,
        response: messageOnlyResponse,
      },
      'DELETE /api/teams/drafts/:draftId': {
        summary: 'Delete a draft',
        params: draftParams,
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account teams', audience: 'visitor' },
    {
      'GET /api/teams/pictures/:name': {
        summary: 'A photo of a coach or member; the link with its signature comes from the calls about teams',
        params: z.object({ name: z.string().regex(/^[\w-]{1,80}\.webp$/) }),
        query: z.object({
          until: z.string().max(12).default(''),
          signature: z.string().max(100).default(''),
        }),
      },
    },
  ),
}
