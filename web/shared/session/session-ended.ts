/** Asks somebody whose session has ended to sign in again; true once that is done. */
type Keeper = () => Promise<boolean>

let keeper: Keeper | undefined
let asking: Promise<boolean> | undefined

/** Says who asks, while a page is there that can. Returns the function that stops it. */
export const keepSession = (ask: Keeper) => {
  keeper = ask
  return () => {
    if (keeper === ask) keeper = undefined
  }
}

/** Whether somebody signed in again. Calls that fail together ask once; without a page that can ask it is false at once. */
export const signedInAgain = (): Promise<boolean> => {
  if (!keeper) return Promise.resolve(false)
  asking ??= keeper().finally(() => {
    asking = undefined
  })
  return asking
}
