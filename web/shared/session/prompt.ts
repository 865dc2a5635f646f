/**
 * Creates a prompt that calls of the API show. `set` sets what the current page shows and returns the function that removes it. `show` resolves to whether
 * the user did what the prompt asks for; concurrent calls share one prompt, and without a prompt it is false.
 */
export const createPrompt = <Detail = void>() => {
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
