import type { SessionUser } from '#contract/accounts/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { type Credentials, createSessionApi, type SecondStep } from '#web/shared/api/session.ts'
import { session } from '#web/shared/session.ts'
import { deleteRegistrationSecret, readRegistrationSecret } from './registration-secret.ts'
import { deleteDraftsInAllTabs } from './stored-drafts.ts'

/** The calls around sign-in, over the browser's own `fetch`. */
export const sessionApi = createSessionApi((path, init) => window.fetch(path, init))

/** Thrown when the user of a new token cannot be read; the message is 'Sign in failed'. */
class SessionUserError extends Error {}

const startSession = async (token: string): Promise<SessionUser> => {
  let user: SessionUser
  try {
    user = await sessionApi.getUser(token)
  } catch (error) {
    throw new SessionUserError('user', { cause: error })
  }
  session.save(token, user)
  return user
}

/**
 * Signs in and stores token and user, or returns the challenge of the second factor. Throws an `ApiError` or
 * `SessionUserError`.
 */
export const signInAndStartSession = async (
  credentials: Credentials,
): Promise<{ user: SessionUser } | SecondStep> => {
  const result = await sessionApi.signIn(credentials)
  return 'token' in result ? { user: await startSession(result.token) } : result
}

/** Starts a session in place of that of the browser, which ends unless the token of the link is its own. */
export const signOutFormerAndStartSession = async (
  newToken: string,
  linkToken: string,
): Promise<SessionUser> => {
  const before = session.getToken()
  if (before && before !== linkToken) await sessionApi.signOut(before).catch(() => undefined)
  session.clear()
  deleteDraftsInAllTabs()
  return startSession(newToken)
}

/**
 * Signs in with the token of a sign-in link and ends the session that the browser had, or returns the
 * challenge of the second factor. Throws an `ApiError` (`bad-token`, `wrong-role`) or `SessionUserError`.
 */
export const signInWithLinkAndDeleteDrafts = async (
  linkToken: string,
): Promise<{ user: SessionUser } | SecondStep> => {
  const result = await sessionApi.signInWithLink(linkToken)
  return 'token' in result ? { user: await signOutFormerAndStartSession(result.token, linkToken) } : result
}

/**
 * Starts the session of a second step. That of a sign-in link ends the session that the browser had.
 */
export const startSessionAfterSecondStep = (
  result: { token: string } | SecondStep,
  linkToken: string | undefined,
): Promise<SessionUser> => {
  if (!('token' in result)) throw new ApiError(0, 'unexpected', '')
  return linkToken === undefined
    ? startSession(result.token)
    : signOutFormerAndStartSession(result.token, linkToken)
}

/**
 * Completes a sign-in with a code. That of a sign-in link ends the session that the browser had. Throws an
 * `ApiError` (`ticket-spent`: the first step is needed again) or `SessionUserError`.
 */
export const signInWithSecondFactor = async (
  challenge: string,
  code: string,
  linkToken?: string,
): Promise<SessionUser> => {
  const result = await sessionApi.signInWithSecondFactor(challenge, code)
  return startSessionAfterSecondStep(result, linkToken)
}

/** Returns whether a user was registered in this browser, and nobody is signed in. */
export const isSignedOutWithRegistrationSecret = (): boolean =>
  session.getToken() === undefined && readRegistrationSecret() !== undefined

/**
 * Confirms an email address with the token of its link. The link of a registration signs in, and ends the
 * session that the browser had. In another browser than that of the registration it needs the password, as
 * the link of an account does where that account is not signed in. Returns the message and the user of the
 * new session. Throws an `ApiError` (`password-required`) or `SessionUserError`.
 */
export const confirmEmailAndSignInDeletingDrafts = async (
  token: string,
  password: string | undefined,
): Promise<{ message: string; user: SessionUser | undefined }> => {
  const { message, sessionToken } = await sessionApi.confirmEmail(token, {
    browserSecret: isSignedOutWithRegistrationSecret() ? readRegistrationSecret() : undefined,
    password,
    authorization: session.getToken(),
  })
  if (sessionToken === null) return { message, user: undefined }
  deleteRegistrationSecret()
  if (session.getToken() !== undefined) await signOutAndDeleteDrafts()
  return { message, user: await startSession(sessionToken) }
}

/**
 * Signs out and clears the browser's storage in every case. Returns false when the server could not be
 * reached; its session then expires. A token that the server does not know counts as signed out.
 */
export const signOutAndDeleteDrafts = async (): Promise<boolean> => {
  const token = session.getToken()
  session.clear()
  session.saveSignOut()
  deleteDraftsInAllTabs()
  if (!token) return true
  try {
    await sessionApi.signOut(token)
    return true
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}

/** Reads the name of the signed-in user again after a change. When that fails, the next page does it. */
export const reloadStoredSessionUser = async (): Promise<void> => {
  const token = session.getToken()
  const user = token && (await sessionApi.getUser(token).catch(() => undefined))
  // unless somebody has signed out in another tab
  if (token && user && session.getToken() === token) session.save(token, user)
}
