/** A message has at most this many words (specification, section 9). */
export const maxMessageWords = 300

/** Counts the words of a text, separated by white space, for the counter '0/300 Words' and the server. */
export const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
