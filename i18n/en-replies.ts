import { errors, fieldErrors } from './en/errors.ts'
import { replies, scheduleAnnouncement } from './en/replies.ts'
import { schedule } from './en/schedule.ts'

/**
 * English of the server's replies: errors, messages, calendar files and announcements. Pages show the texts
 * of the replies.
 */
export const enReplies = { errors, fieldErrors, replies, schedule, scheduleAnnouncement } as const
