import type { ConfirmationMethod } from '#contract/session.ts'
import { createPrompt } from './prompt.ts'

/** Asks the user to confirm the session with the password or a code before a call that needs it. */
export const { set: setConfirmationPrompt, show: promptConfirmation } = createPrompt<ConfirmationMethod>()
