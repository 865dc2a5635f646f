const key = 'toast'

/** Leaves a message for the page after a full load. */
export const keepToast = (text: string) => {
  try {
    window.sessionStorage.setItem(key, text)
  } catch {
    // without storage the message is lost; what it told of is not
  }
}

export const hasKeptToast = (): boolean => {
  try {
    return window.sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** The message that was left, once. */
export const takeKeptToast = (): string | null => {
  if (!hasKeptToast()) return null
  const text = window.sessionStorage.getItem(key)
  window.sessionStorage.removeItem(key)
  return text
}
