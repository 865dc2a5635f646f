const prefix = 'team_draft:'

/** What a form keeps in this tab: `data` is what it holds, `userId` whose it is, `kept` whether the server has it too, `at` when, in milliseconds since 1970. */
export type TabDraft = { userId: string; data: string; kept: boolean; at: number; version?: number }

const isDraft = (value: unknown): value is TabDraft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as TabDraft).userId === 'string' &&
  typeof (value as TabDraft).data === 'string' &&
  typeof (value as TabDraft).kept === 'boolean' &&
  typeof (value as TabDraft).at === 'number'

/**
 * What was typed into a form, for when the connection or the session is lost. It stays in this tab and nowhere else: it holds the data of minors, and is gone with
 * the tab, with a sign-out, and when somebody else signs in.
 */
export const tabDrafts = {
  keep: (name: string, draft: TabDraft) => {
    try {
      window.sessionStorage.setItem(prefix + name, JSON.stringify(draft))
    } catch {
      // without storage the server's copy is the only one
    }
  },
  /** What this person typed; somebody else's is thrown away. */
  read: (name: string, userId: string): TabDraft | undefined => {
    try {
      const found: unknown = JSON.parse(window.sessionStorage.getItem(prefix + name) ?? 'null')
      if (isDraft(found) && found.userId === userId) return found
      window.sessionStorage.removeItem(prefix + name)
    } catch {
      // nothing that can be read
    }
    return undefined
  },
  drop: (name: string) => {
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
export const clearTabDrafts = () => {
  tabDrafts.clear()
  if (typeof BroadcastChannel === 'undefined') return
  const others = new BroadcastChannel(channel)
  others.postMessage('now')
  others.close()
}
/** Calls after somebody signed out in another tab and this tab's drafts are cleared. Returns the function that stops it. */
export const onSignOutElsewhere = (then: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const others = new BroadcastChannel(channel)
  others.onmessage = () => {
    tabDrafts.clear()
    then()
  }
  return () => others.close()
}
