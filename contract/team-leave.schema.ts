import { idField, localizedText } from './fields.schema.ts'
import { successResponse } from './response.schema.ts'
import { z } from './z.ts'

/** An open request to leave a competition with a paid team. */
export type LeaveRequest = z.infer<typeof leaveRequest>

/** An open request to leave a competition with a paid team. */
const leaveRequest = z
  .object({
    team: z.object({ id: z.string(), name: z.string(), teamNo: z.number(), competition: localizedText }),
    requestedAt: z.string(),
  })
  .meta({ id: 'LeaveRequest' })
export const leaveRequestsResponse = successResponse({ requests: z.array(leaveRequest) })
export const decideLeaveRequest = z.object({ teamId: idField, approved: z.boolean() })
