/** Asks the user to sign in again after the end of the session. Resolves to whether that succeeded. */
type SignInPrompt = () => Promise<boolean>

let currentPrompt: SignInPrompt | undefined
let asking: Promise<boolean> | undefined

/** Sets the prompt of the current page. Returns the function that removes it. */
export const setSignInPrompt = (ask: SignInPrompt) => {
  currentPrompt = ask
  return () => {
    if (currentPrompt === ask) currentPrompt = undefined
  }
}

/** Shows the prompt and resolves to whether the user signed in again. Concurrent calls share one prompt; without a prompt it is false. */
export const promptSignInAgain = (): Promise<boolean> => {
  if (!currentPrompt) return Promise.resolve(false)
  asking ??= currentPrompt().finally(() => {
    asking = undefined
  })
  return asking
}
