import { hasRefundedAmountIfPartialRefund, refundFields } from '../../money/payment.schema.ts'
import { paymentMethods } from '../../money/payment.ts'
import { defineCalls } from '../../platform/define-calls.ts'
import { idField, localizedText } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'

/** An open request to leave a competition with a paid team. */
export type LeaveRequest = z.infer<typeof leaveRequest>

/** An open request to leave a competition with a paid team. */
const leaveRequest = z
  .object({
    team: z.object({ id: z.string(), name: z.string(), teamNo: z.number(), competition: localizedText }),
    requestedAt: z.string(),
    payment: z
      .object({
        id: z.string(),
        method: z.enum(paymentMethods),
        amount: z.number().describe("in the currency's smallest unit"),
        refundedAmount: z.number(),
        currency: z.string().describe('ISO 4217'),
      })
      .nullable()
      .describe(
        'the payment that pays the team, else one that an administrator decides about; null without the permission `finance`',
      ),
  })
  .meta({ id: 'LeaveRequest' })
const leaveRequestsQuery = z.object({ teamId: idField.optional().describe('only of this team') })
const leaveRequestsResponse = createSuccessResponseSchema({ requests: z.array(leaveRequest) })
export const decideLeaveRequest = z
  .object({
    teamId: idField,
    approved: z.boolean(),
    refund: refundFields
      .refine(hasRefundedAmountIfPartialRefund, { path: ['refundedAmount'], params: { code: 'required' } })
      .optional()
      .describe('with an approval: the refund of that payment'),
  })
  .refine(({ approved, refund }) => approved || !refund, {
    path: ['refund'],
    params: { code: 'unexpected-field' },
  })
const decideLeaveResponse = createMessageAndDataResponseSchema({
  refund: z
    .enum(['done', 'refused', 'unanswered'])
    .nullable()
    .describe('what the gateway said to the refund; the team has left in every case'),
})
export type LeaveRefundResult = z.infer<typeof decideLeaveResponse>['refund']

/** The calls about team leave. */
export const teamLeaveCalls = defineCalls(
  {
    tag: 'teams',
    audience: 'admin',
    permission: ['registration', 'results', 'finance', 'privacy'],
    regions: 'filtered',
  },
  {
    'GET /api/admin/teams/leave-requests': {
      summary: 'The open requests to leave a competition with a paid team; with `teamId` that of one team',
      query: leaveRequestsQuery,
      response: leaveRequestsResponse,
    },
    'POST /api/admin/teams/leave-requests': {
      summary: 'Approve or refuse a request; an approved team is deleted, and its fee can be refunded',
      permission: 'registration',
      conditionalChecks: [{ when: 'to refund the fee', permission: 'finance', confirmation: true }],
      body: decideLeaveRequest,
      response: decideLeaveResponse,
    },
  },
)
