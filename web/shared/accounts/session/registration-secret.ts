import { storageKeys } from '#web/shared/storage-keys.ts'

/** Generates 256 random bits as a text for URLs and JSON. */
export const generateBrowserSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/**
 * Returns the secret of registrations in this browser, or creates and stores one, 256 random bits: a
 * confirmation link signs in only in the browser that has it. Undefined where the browser forbids storage.
 */
export const getOrCreateRegistrationSecret = (): string | undefined => {
  const stored = readRegistrationSecret()
  if (stored !== undefined) return stored
  const secret = generateBrowserSecret()
  try {
    window.localStorage.setItem(storageKeys.registrationSecret, secret)
    return secret
  } catch {
    return undefined
  }
}

/** Returns the secret of registrations in this browser. */
export const readRegistrationSecret = (): string | undefined => {
  try {
    return window.localStorage.getItem(storageKeys.registrationSecret) ?? undefined
  } catch {
    return undefined
  }
}

export const deleteRegistrationSecret = (): void => {
  try {
    window.localStorage.removeItem(storageKeys.registrationSecret)
  } catch {
    // without storage there is nothing to remove
  }
}
