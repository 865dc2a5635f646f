/** A message has at most this many words (specification, section 9). */
export const maxMessageWords = 300

/** How many words a text has: what stands between white space. The counter '0/300 Words' and the server count alike. */
export const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
