/**
 * Creates a function to call when a request begins. It returns a function to call when the reply arrives, which tells
 * whether the reply is newer than all that arrived before.
 */
export const createNewerReplyChecker = () => {
  let begun = 0
  let newest = 0
  return () => {
    const number = ++begun
    return (): boolean => {
      if (number < newest) return false
      newest = number
      return true
    }
  }
}
