import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/session.ts'
import { storageKeys } from './storage-keys.ts'

/** What sign-out takes away (specification, section 4); what is not about the person (language, theme, caches) stays. */
const sessionKeys = [
  storageKeys.accessToken,
  storageKeys.userData,
  storageKeys.registrationUser,
  storageKeys.teamsRegistration,
  storageKeys.accountData,
  storageKeys.ordersData,
  storageKeys.stebToken,
] as const

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

// a browser may forbid storage, or it may be full: the visitor is signed out then, nothing breaks
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

/** Who is signed in in this browser. Only in the browser; during server rendering nobody is. */
export const session = {
  /** The kept token. It may have run out: the server says. */
  getToken: (): string | undefined => (typeof window === 'undefined' ? undefined : (read(storageKeys.accessToken) ?? undefined)),

  /** The kept user; the same object until it changes. */
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
    notifyListeners()
  },

  clear: () => {
    try {
      for (const key of sessionKeys) window.localStorage.removeItem(key)
    } catch {
      // nothing could be kept, so nothing is there
    }
    notifyListeners()
  },

  /** Calls when somebody signs in or out, here or in another tab. Returns the function that stops it. */
  subscribe: (listener: () => void) => {
    const elsewhere = (event: StorageEvent) => {
      if (event.key === null || event.key === storageKeys.accessToken || event.key === storageKeys.userData) listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', elsewhere)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', elsewhere)
    }
  },
}

/** The signed-in user in a component; undefined during server rendering and for visitors. */
export const useSessionUser = (): SessionUser | undefined => useSyncExternalStore(session.subscribe, session.getUser, () => undefined)
