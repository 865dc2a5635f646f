const prefix = 'team_draft:'

/** What a form keeps in this tab: `data` is what it holds, `userId` whose it is, `kept` whether the server has it too, `at` when, in milliseconds since 1970. */
export type StoredDraft = { userId: string; data: string; isOnServer: boolean; at: number; version?: number }

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as StoredDraft).userId === 'string' &&
  typeof (value as StoredDraft).data === 'string' &&
  typeof (value as StoredDraft).isOnServer === 'boolean' &&
  typeof (value as StoredDraft).at === 'number'

/**
 * What was typed into a form, for when the connection or the session is lost. It stays in this tab and nowhere else: it holds the data of minors, and is gone with
 * the tab, with a sign-out, and when somebody else signs in.
 */
export const storedDrafts = {
  save: (name: string, draft: StoredDraft) => {
    try {
      window.sessionStorage.setItem(prefix + name, JSON.stringify(draft))
    } catch {
      // without storage the server's copy is the only one
    }
  },
  /** What this person typed; somebody else's is thrown away. */
  read: (name: string, userId: string): StoredDraft | undefined => {
    try {
      const found: unknown = JSON.parse(window.sessionStorage.getItem(prefix + name) ?? 'null')
      if (isStoredDraft(found) && found.userId === userId) return found
      window.sessionStorage.removeItem(prefix + name)
    } catch {
      // nothing that can be read
    }
    return undefined
  },
  remove: (name: string) => {
    try {
      window.sessionStorage.removeItem(prefix + name)
    } catch {
      // nothing could be kept, so nothing is there
    }
  },
  clear: () => {
    try {
      for (const key of Object.keys(window.sessionStorage)) if (key.startsWith(prefix)) window.sessionStorage.removeItem(key)
    } catch {
      // as above
    }
  },
}

const channel = 'sign-out'
/** Clears what forms keep, in this tab and in the others that listen. */
export const clearStoredDrafts = () => {
  storedDrafts.clear()
  if (typeof BroadcastChannel === 'undefined') return
  const others = new BroadcastChannel(channel)
  others.postMessage('now')
  others.close()
}
/** Calls after somebody signed out in another tab and this tab's drafts are cleared. Returns the function that stops it. */
export const onSignOutInOtherTab = (then: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const others = new BroadcastChannel(channel)
  others.onmessage = () => {
    storedDrafts.clear()
    then()
  }
  return () => others.close()
}
