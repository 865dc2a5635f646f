import { signedInAgain } from '#web/shared/session/session-ended.ts'
import { session } from '#web/shared/session.ts'
import { createApiCall, type Fetch, type RequestOptions, sendRequest } from './call.ts'

const ended = async (reply: Response): Promise<boolean> => {
  if (reply.status !== 401) return false
  const { code } = (await reply
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'no-token' || code === 'bad-token'
}

/** `fetch` with the token of who is signed in. Only in the browser: the token lives there. A call whose session has ended is made again once somebody signed in again on top of the page. */
const fetchWithToken: Fetch = async (path, init = {}) => {
  const send = (token: string | undefined) =>
    window.fetch(path, token ? { ...init, headers: { ...init.headers, authorization: token } } : init)
  const token = session.token()
  const reply = await send(token)
  if (!(await ended(reply))) return reply
  const now = session.token()
  // in another tab somebody was faster
  if (now !== undefined && now !== token) return send(now)
  return (await signedInAgain()) ? send(session.token()) : reply
}

/** A JSON call with the token. */
export const callWithToken = createApiCall(fetchWithToken)
/** The same for a reply that is a file. */
export const requestWithToken = (path: string, send?: RequestOptions): Promise<Response> => sendRequest(fetchWithToken, path, send)
