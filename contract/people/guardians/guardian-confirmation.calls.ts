import { defineCalls } from '../../platform/define-calls.ts'
import { teamParams, teamPersonParams } from '../teams/team.schema.ts'
import {
  guardianConfirmationsResponse,
  guardianDecisionRequest,
  guardianDecisionResponse,
  guardianEmailResponse,
  guardianLinkResponse,
  guardianRequestQuery,
  guardianRequestResponse,
  recordGuardianPaperRequest,
  savedGuardianConfirmationsResponse,
} from './guardian-confirmation.schema.ts'
/** The calls about guardian confirmation. */
export const guardianConfirmationCalls = {
  ...defineCalls(
    { tag: 'guardians', audience: 'visitor' },
    {
      'POST /api/guardian-confirmation': {
        summary: 'What the personal link of a guardian asks for, and the answer so far',
        errorLimit: { max: 60, timeWindow: '15 minutes' },
        body: guardianRequestQuery,
        response: guardianRequestResponse,
      },
      'POST /api/guardian-confirmation/new-link': {
        summary:
          'Email a new personal link to the stored address of the guardian, for one that has expired; three times a day at most',
        errorLimit: { max: 60, timeWindow: '15 minutes' },
        body: guardianRequestQuery,
        response: guardianEmailResponse,
      },
      'PUT /api/guardian-confirmation': {
        summary: 'Confirm, refuse or withdraw by the personal link of a guardian; a repeat is harmless',
        errorLimit: { max: 60, timeWindow: '15 minutes' },
        body: guardianDecisionRequest,
        response: guardianDecisionResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'account teams', audience: 'user' },
    {
      'POST /api/teams/:teamId/members/:personId/guardian-link': {
        summary:
          'Create a personal link for the guardian of a member, which the coach passes on; for the owner and the coaches of the team',
        rateLimit: { max: 60, timeWindow: '15 minutes' },
        params: teamPersonParams,
        returnsSecret: true,
        response: guardianLinkResponse,
      },
      'POST /api/teams/:teamId/members/:personId/guardian-mail': {
        summary:
          'Email a personal link to the guardian of a member, three times a day at most; for the owner and the coaches of the team',
        rateLimit: { max: 60, timeWindow: '15 minutes' },
        params: teamPersonParams,
        response: guardianEmailResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'teams', audience: 'admin', permission: 'registration' },
    {
      'GET /api/admin/teams/:teamId/guardian-confirmations': {
        regions: 'team',
        summary: 'The confirmations of the guardians of the members who are minors',
        permission: ['registration', 'results', 'finance', 'privacy'],
        params: teamParams,
        response: guardianConfirmationsResponse,
      },
      'PUT /api/admin/teams/:teamId/members/:personId/guardian-confirmation': {
        regions: 'team',
        summary: 'Record the consent of a guardian on paper',
        params: teamPersonParams,
        body: recordGuardianPaperRequest,
        response: savedGuardianConfirmationsResponse,
      },
      'DELETE /api/admin/teams/:teamId/members/:personId/guardian-confirmation': {
        regions: 'team',
        summary: 'Remove the record of a consent on paper',
        params: teamPersonParams,
        response: savedGuardianConfirmationsResponse,
      },
    },
  ),
}
