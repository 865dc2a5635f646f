/** Isolates a text in a sentence of the other direction: its own first letter decides its direction, and the sentence around it keeps its order. */
export const isolate = (text: string | number): string => `\u2068${text}\u2069`

/** Isolates a number, date or time, which is read from left to right in every language. */
export const isolateLeftToRight = (text: string | number): string => `\u2066${text}\u2069`
