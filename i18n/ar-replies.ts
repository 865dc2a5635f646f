import { errors, fieldErrors } from './ar/errors.ts'
import { replies } from './ar/replies.ts'
import { schedule } from './ar/schedule.ts'

/** Arabic of the server's replies: errors, messages and calendar files. Pages show the texts of the replies. */
export const arReplies = { errors, fieldErrors, replies, schedule } as const
