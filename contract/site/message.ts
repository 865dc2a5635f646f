export const messageStates = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

/** Formats the number of a message, which emails and people name: `BT-1042`. */
export const formatMessageReference = (number: number): string => `BT-${number}`

/** Limits of texts in characters. */
export const messageLimits = { name: 100, email: 320, phone: 40, body: 6000 } as const

/** A message has at most this many words (specification, section 9). */
export const maxMessageWords = 300

/** Counts the words of a text, separated by white space, for the counter '0/300 Words' and the server. */
export const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
