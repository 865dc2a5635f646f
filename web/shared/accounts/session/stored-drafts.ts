const prefix = 'team_draft:'
/** The name of the IndexedDB database that stores the images of drafts. */
export const draftImageDatabaseName = 'team_draft_pictures'

/**
 * A draft in the storage of this tab: the serialized form, its owner, whether the server also has it, when it
 * was saved (milliseconds since 1970), and the version that it is based on.
 */
type StoredDraft = { userId: string; data: string; isOnServer: boolean; at: number; version?: number }

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as StoredDraft).userId === 'string' &&
  typeof (value as StoredDraft).data === 'string' &&
  typeof (value as StoredDraft).isOnServer === 'boolean' &&
  typeof (value as StoredDraft).at === 'number'

/**
 * Stores the drafts of forms in the session storage, for a lost connection or session. They hold the data of
 * minors, so they end with the tab, with a sign-out, and with the sign-in of another user.
 */
export const storedDrafts = {
  save: (name: string, draft: StoredDraft) => {
    try {
      window.sessionStorage.setItem(prefix + name, JSON.stringify(draft))
    } catch {
      // without storage the server's copy is the only one
    }
  },
  /** Returns the draft of this user; removes one of another user. */
  read: (name: string, userId: string): StoredDraft | undefined => {
    try {
      const found: unknown = JSON.parse(window.sessionStorage.getItem(prefix + name) ?? 'null')
      if (isStoredDraft(found) && found.userId === userId) return found
      window.sessionStorage.removeItem(prefix + name)
    } catch {
      // the stored text is no draft
    }
    return undefined
  },
  remove: (name: string) => {
    try {
      window.sessionStorage.removeItem(prefix + name)
    } catch {
      // without storage there is nothing to remove
    }
  },
  clear: () => {
    try {
      for (const key of Object.keys(window.sessionStorage))
        if (key.startsWith(prefix)) window.sessionStorage.removeItem(key)
    } catch {
      // without storage there is nothing to remove
    }
  },
}

const channel = 'sign-out'
/** Removes all drafts, in this tab and in others, and their images. */
export const deleteDraftsInAllTabs = () => {
  storedDrafts.clear()
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(draftImageDatabaseName)
  if (typeof BroadcastChannel === 'undefined') return
  const others = new BroadcastChannel(channel)
  others.postMessage('now')
  others.close()
}
/**
 * Calls `then` after a sign-out in another tab has removed this tab's drafts. Returns the function that stops
 * it.
 */
export const listenForSignOutAndClearDrafts = (then: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const others = new BroadcastChannel(channel)
  others.onmessage = () => {
    storedDrafts.clear()
    then()
  }
  return () => others.close()
}
