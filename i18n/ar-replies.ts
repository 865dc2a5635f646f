import { errors, fieldErrors } from './ar/errors.ts'
import { replies } from './ar/replies.ts'

/** Arabic of the server's replies: errors and messages. Pages show the texts of the replies. */
export const arReplies = { errors, fieldErrors, replies } as const
