import type { contactUsRequest, message, reportIssueRequest } from './message.schema.ts'
import type { z } from './z.ts'

export const messageStates = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

/** A message from the support or contact page, for administrators. */
export type Message = z.infer<typeof message>

/** An answer to a message. */
export type MessageReply = Message['replies'][number]

/** A reported issue; the contact of the region `regionId` gets it. */
export type IssueReport = Omit<z.output<typeof reportIssueRequest>, 'website'>
/** The values of the contact form. */
export type ContactMessage = Omit<z.output<typeof contactUsRequest>, 'website'>

/** Formats the number of a message, which mails and people name: `BT-1042`. */
export const formatMessageReference = (number: number): string => `BT-${number}`

/** Limits of texts in characters. */
export const messageLimits = { name: 100, email: 320, phone: 40, body: 6000 } as const
