import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/accounts/session.ts'
import { storageKeys } from './storage-keys.ts'

/**
 * The keys that sign-out removes (specification, section 4, and the secret of a registration); language,
 * theme and caches stay.
 */
const sessionKeys = [
  storageKeys.accessToken,
  storageKeys.userData,
  storageKeys.registrationUser,
  storageKeys.teamsRegistration,
  storageKeys.accountData,
  storageKeys.ordersData,
  storageKeys.stebToken,
  storageKeys.registrationSecret,
  storageKeys.myTeam,
] as const

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

// browsers can forbid storage; the visitor is signed out then
const read = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

let parsed: { text: string | null; user: SessionUser | undefined } = { text: null, user: undefined }
const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'role' in value

/** The session that this browser stores. During server rendering there is none. */
export const session = {
  /** Returns the stored token, which may have expired. */
  getToken: (): string | undefined =>
    typeof window === 'undefined' ? undefined : (read(storageKeys.accessToken) ?? undefined),

  /** Returns the stored user; the same object until it changes. */
  getUser: (): SessionUser | undefined => {
    if (typeof window === 'undefined') return undefined
    const text = read(storageKeys.accessToken) === null ? null : read(storageKeys.userData)
    if (text !== parsed.text) {
      let user: unknown
      try {
        user = JSON.parse(text ?? 'null')
      } catch {
        user = undefined
      }
      parsed = { text, user: isUser(user) ? user : undefined }
    }
    return parsed.user
  },

  save: (token: string, user: SessionUser) => {
    window.localStorage.setItem(storageKeys.accessToken, token)
    window.localStorage.setItem(storageKeys.stebToken, token)
    window.localStorage.setItem(storageKeys.userData, JSON.stringify(user))
    window.localStorage.removeItem(storageKeys.hasSignedOut)
    notifyListeners()
  },

  clear: () => {
    // the registration form stores its values for one tab
    for (const getStorage of [() => window.localStorage, () => window.sessionStorage])
      try {
        const storage = getStorage()
        for (const key of sessionKeys) storage.removeItem(key)
      } catch {
        // without storage there is nothing to remove
      }
    notifyListeners()
  },

  /** Stores until the next sign-in that somebody has signed out in this browser. */
  saveSignOut: () => {
    try {
      window.localStorage.setItem(storageKeys.hasSignedOut, 'true')
    } catch {
      // without storage nobody was signed in
    }
  },

  /** Returns whether somebody has signed out in this browser, and nobody has signed in since. */
  hasSignedOut: (): boolean => read(storageKeys.hasSignedOut) !== null,

  /** Calls `listener` after a sign-out in another tab. Returns the function that unsubscribes it. */
  subscribeToSignOutElsewhere: (listener: () => void) => {
    const elsewhere = ({ key, newValue }: StorageEvent) => {
      if (key === storageKeys.hasSignedOut && newValue !== null) listener()
    }
    window.addEventListener('storage', elsewhere)
    return () => window.removeEventListener('storage', elsewhere)
  },

  /**
   * Calls `listener` after a sign-in or sign-out, in this tab or another. Returns the function that
   * unsubscribes it.
   */
  subscribe: (listener: () => void) => {
    const elsewhere = (event: StorageEvent) => {
      if (event.key === null || event.key === storageKeys.accessToken || event.key === storageKeys.userData)
        listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', elsewhere)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', elsewhere)
    }
  },
}

/** Returns the signed-in user in a component; undefined during server rendering and for visitors. */
export const useSessionUser = (): SessionUser | undefined =>
  useSyncExternalStore(session.subscribe, session.getUser, () => undefined)
