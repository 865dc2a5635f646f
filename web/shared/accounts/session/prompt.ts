import type { ConfirmationMethod } from '#contract/accounts/session.ts'

/**
 * Creates a prompt that calls of the API show. `set` sets what the current page shows and returns the
 * function that removes it. `show` resolves to whether the user did what the prompt asks for; concurrent
 * calls share one prompt, and without a prompt it is false.
 */
const createPrompt = <Detail = void>() => {
  type Ask = (detail: Detail) => Promise<boolean>
  let current: Ask | undefined
  let asking: Promise<boolean> | undefined
  return {
    set: (ask: Ask) => {
      current = ask
      return () => {
        if (current === ask) current = undefined
      }
    },
    show: (detail: Detail): Promise<boolean> => {
      if (!current) return Promise.resolve(false)
      asking ??= current(detail).finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}

/** Asks the user to confirm the session with the password or a code before a call that needs it. */
export const { set: setConfirmationPrompt, show: promptConfirmation } = createPrompt<ConfirmationMethod>()

/** Asks the user to sign in again after the end of the session. */
export const { set: setSignInPrompt, show: promptSignInAgain } = createPrompt()
