const key = 'toast'

/** Saves a message that the next page shows after a full load. */
export const saveFlashMessage = (text: string) => {
  try {
    window.sessionStorage.setItem(key, text)
  } catch {
    // without storage only the message is lost
  }
}

export const hasFlashMessage = (): boolean => {
  try {
    return window.sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Returns the saved message and deletes it. */
export const takeFlashMessage = (): string | null => {
  if (!hasFlashMessage()) return null
  const text = window.sessionStorage.getItem(key)
  window.sessionStorage.removeItem(key)
  return text
}
