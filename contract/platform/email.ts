// the pattern of `z.email()`, for code that runs without Zod in the browser
const pattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns whether a text is one email address, without a display name or a list. */
export const isEmailAddress = (text: string): boolean => pattern.test(text)
