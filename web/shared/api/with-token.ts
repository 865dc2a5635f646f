import type { ConfirmationMethod } from '#contract/accounts/session.ts'
import { promptConfirmation, promptSignInAgain } from '#web/shared/accounts/session/prompt.ts'
import { session } from '#web/shared/session.ts'
import { createApiCall, createApiResponseFetcher, type Fetch } from './call.ts'

type ErrorBody = { code?: string; details?: { method?: ConfirmationMethod } }
const readError = async (reply: Response): Promise<ErrorBody> =>
  reply
    .clone()
    .json()
    .catch(() => ({}))

const hasSessionEnded = async (reply: Response): Promise<boolean> => {
  if (reply.status !== 401) return false
  const { code } = await readError(reply)
  return code === 'no-token' || code === 'bad-token'
}

/**
 * Adds the token of the session to `fetch`. When the session has ended, it sends the request again after the
 * user has signed in again.
 */
const fetchInSession: Fetch = async (path, init = {}) => {
  const send = (token: string | undefined) =>
    window.fetch(path, token ? { ...init, headers: { ...init.headers, authorization: token } } : init)
  const token = session.getToken()
  const reply = await send(token)
  if (!(await hasSessionEnded(reply))) return reply
  const newToken = session.getToken()
  // the user has signed in again in another tab
  if (newToken !== undefined && newToken !== token) return send(newToken)
  return (await promptSignInAgain()) ? send(session.getToken()) : reply
}

/**
 * As `fetchInSession`. When the request needs a confirmed session, it sends the request again after the user
 * has confirmed it.
 */
const fetchWithToken: Fetch = async (path, init) => {
  const reply = await fetchInSession(path, init)
  if (reply.status !== 403) return reply
  const { code, details } = await readError(reply)
  if (code !== 'confirmation_required') return reply
  return (await promptConfirmation(details?.method ?? 'password')) ? fetchInSession(path, init) : reply
}

/** Makes a call with the token. */
export const callApi = createApiCall(fetchWithToken)
/** Makes a call with the token and returns the response itself, for files. */
export const requestApi = createApiResponseFetcher(fetchWithToken)
