import { createPrompt } from './prompt.ts'

/** Asks the user to sign in again after the end of the session. */
export const { set: setSignInPrompt, show: promptSignInAgain } = createPrompt()
