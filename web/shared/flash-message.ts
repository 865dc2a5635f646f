const key = 'toast'

/** Leaves a message for the page after a full load. */
export const saveFlashMessage = (text: string) => {
  try {
    window.sessionStorage.setItem(key, text)
  } catch {
    // without storage the message is lost; what it told of is not
  }
}

export const hasFlashMessage = (): boolean => {
  try {
    return window.sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** The message that was left, once. */
export const takeFlashMessage = (): string | null => {
  if (!hasFlashMessage()) return null
  const text = window.sessionStorage.getItem(key)
  window.sessionStorage.removeItem(key)
  return text
}
