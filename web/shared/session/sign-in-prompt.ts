/** Asks somebody whose session has ended to sign in again; true once that is done. */
type SignInPrompt = () => Promise<boolean>

let currentPrompt: SignInPrompt | undefined
let asking: Promise<boolean> | undefined

/** Says who asks, while a page is there that can. Returns the function that stops it. */
export const setSignInPrompt = (ask: SignInPrompt) => {
  currentPrompt = ask
  return () => {
    if (currentPrompt === ask) currentPrompt = undefined
  }
}

/** Whether somebody signed in again. Calls that fail together ask once; without a page that can ask it is false at once. */
export const promptSignIn = (): Promise<boolean> => {
  if (!currentPrompt) return Promise.resolve(false)
  asking ??= currentPrompt().finally(() => {
    asking = undefined
  })
  return asking
}
