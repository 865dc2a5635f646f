import { redirect } from 'react-router'
import type { Role, SessionUser } from '#contract/accounts/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { localizePath } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { session } from '#web/shared/session.ts'
import { sessionApi } from './sign-in.ts'

/**
 * Returns the sign-in of students and coaches in the language of the page; it returns to `path` afterwards.
 */
export const buildAccountSignInPath = (path: string): string =>
  localizePath(`/login/?next=${encodeURIComponent(path)}`, getPageLanguage())

/** Returns the sign-in of administrators in the language of the page; it returns to `path` afterwards. */
const buildAdminSignInPath = (path?: string): string =>
  localizePath(`/admin/auth/signin/${path ? `?next=${encodeURIComponent(path)}` : ''}`, getPageLanguage())

/**
 * Returns the signed-in user after the server has confirmed the token; otherwise redirects to `path`. Throws
 * an `ApiError` when the server cannot be reached.
 */
const requireConfirmedUser = async (path: string): Promise<SessionUser> => {
  const token = session.getToken()
  const user = token && session.getUser() ? await sessionApi.confirmToken(token) : undefined
  // somebody has signed in or out in another tab
  if (session.getToken() !== token) return requireConfirmedUser(path)
  if (!token || !user) {
    session.clear()
    throw redirect(path)
  }
  session.save(token, user)
  return user
}

const getPath = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * For the `clientLoader` of a layout whose pages need a user with one of the `roles`: a visitor is sent to
 * the sign-in of administrators, which returns to `url`; a user with another role is sent to the home page
 * (specification, section 5). The role is the server's, not the browser's.
 */
export const reloadAdminUserOrSignOut = async (
  url: string,
  roles?: readonly Role[],
): Promise<SessionUser> => {
  const user = await requireConfirmedUser(buildAdminSignInPath(getPath(url)))
  if (roles && !roles.includes(user.role)) throw redirect('/')
  return user
}

/**
 * Returns the signed-in user of an account page, confirmed by the server. Redirects visitors to the sign-in
 * of students and coaches, which returns to `path`.
 */
export const reloadAccountUserOrSignOut = (path: string): Promise<SessionUser> =>
  requireConfirmedUser(buildAccountSignInPath(path))

/**
 * Returns the user that this browser stores, without asking the server. Redirects visitors to the sign-in,
 * which returns to `url`.
 */
export const requireStoredUserOrRedirect = (url: string): SessionUser => {
  const user = session.getToken() ? session.getUser() : undefined
  if (!user) throw redirect(buildAccountSignInPath(getPath(url)))
  return user
}

/**
 * Reads the data of an account page. When the session has ended, removes it from the browser and redirects to
 * the sign-in, which returns to `url`.
 */
export const readDataOrClearSessionAndRedirect = async <T>(
  url: string,
  read: () => Promise<T>,
): Promise<T> => {
  const path = buildAccountSignInPath(getPath(url))
  const token = session.getToken()
  if (!token) throw redirect(path)
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    // unless somebody has signed in in another tab
    if (session.getToken() === token) session.clear()
    throw redirect(path)
  }
}
