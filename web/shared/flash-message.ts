const key = 'toast'

type FlashMessage = { kind: 'success' | 'error'; text: string }

/** Saves a message that the next page shows after a full load. */
export const saveFlashMessage = (message: FlashMessage) => {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(message))
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
export const readAndDeleteFlashMessage = (): FlashMessage | null => {
  if (!hasFlashMessage()) return null
  const stored = window.sessionStorage.getItem(key) ?? 'null'
  window.sessionStorage.removeItem(key)
  try {
    return JSON.parse(stored) as FlashMessage | null
  } catch {
    return null
  }
}
