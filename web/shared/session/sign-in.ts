import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { type Credentials, sessionCalls } from '#web/shared/api/session.ts'
import { session } from '#web/shared/session.ts'
import { getSiteName } from '#web/shared/site-name.ts'
import { clearTabDrafts } from './tab-drafts.ts'

/** The calls around signing in, over the browser's own `fetch`. */
export const sessionApi = sessionCalls((path, init) => window.fetch(path, init))

/** The user of a new token could not be read; the message is 'Sign in failed'. */
export class UserUnknown extends Error {}

const enter = async (token: string): Promise<SessionUser> => {
  let user: SessionUser
  try {
    user = await sessionApi.user(token)
  } catch (error) {
    throw new UserUnknown('user', { cause: error })
  }
  session.keep(token, user)
  return user
}

/** Signs in and keeps token and user, or gives the challenge of the second factor. Throws an `ApiError` or `UserUnknown`. */
export const signIn = async (credentials: Credentials): Promise<{ user: SessionUser } | { challenge: string }> => {
  const answer = await sessionApi.signIn(credentials)
  return 'token' in answer ? { user: await enter(answer.token) } : answer
}

/** The second step. Throws an `ApiError` (`ticket-spent`: begin again) or `UserUnknown`. */
export const passSecondFactor = async (challenge: string, code: string): Promise<SessionUser> => {
  const answer = await sessionApi.passSecondFactor(challenge, code)
  if (!('token' in answer)) throw new ApiError(0, 'unexpected', '')
  return enter(answer.token)
}

/** Token login: keeps the token and its user when the server confirms it; undefined when it does not. */
export const signInWithToken = async (token: string): Promise<SessionUser | undefined> => {
  const user = await sessionApi.confirm(token, getSiteName())
  if (user) session.keep(token, user)
  return user
}

/**
 * Signs out. What the browser kept is gone in any case; false when the server could not be told (its session then ends by itself).
 * A token that the server does not know any more counts as signed out.
 */
export const signOut = async (): Promise<boolean> => {
  const token = session.token()
  session.clear()
  clearTabDrafts()
  if (!token) return true
  try {
    await sessionApi.signOut(token)
    return true
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}
