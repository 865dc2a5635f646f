import { errors, fieldErrors } from './en/errors.ts'
import { replies } from './en/replies.ts'
import { schedule } from './en/schedule.ts'

/** English of the server's replies: errors, messages and calendar files. Pages show the texts of the replies. */
export const enReplies = { errors, fieldErrors, replies, schedule } as const
