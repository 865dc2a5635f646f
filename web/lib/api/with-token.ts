import { session } from '#web/lib/session.ts'
import type { Fetch } from './call.ts'

/** `fetch` with the token of who is signed in. Only in the browser: the token lives there. */
export const fetchWithToken: Fetch = (path, init = {}) => {
  const token = session.token()
  return window.fetch(path, token ? { ...init, headers: { ...init.headers, authorization: token } } : init)
}
