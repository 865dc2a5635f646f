import { errors, fieldErrors } from './ar/errors.ts'
import { replies, scheduleAnnouncement } from './ar/replies.ts'
import { schedule } from './ar/schedule.ts'

/**
 * Arabic of the server's replies: errors, messages, calendar files and announcements. Pages show the texts of
 * the replies.
 */
export const arReplies = { errors, fieldErrors, replies, schedule, scheduleAnnouncement } as const
