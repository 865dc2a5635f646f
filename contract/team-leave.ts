import type { leaveRequest } from './team-leave.schema.ts'
import type { z } from './z.ts'

/** An open request to leave a competition with a paid team. */
export type LeaveRequest = z.infer<typeof leaveRequest>
