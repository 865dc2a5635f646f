import { errors, fieldErrors } from './en/errors.ts'
import { replies } from './en/replies.ts'

/** English of the server's replies: errors and messages. Pages show the texts of the replies. */
export const enReplies = { errors, fieldErrors, replies } as const
