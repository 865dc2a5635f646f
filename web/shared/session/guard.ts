import { redirect } from 'react-router'
import type { Role, SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { session } from '#web/shared/session.ts'
import { siteName } from '#web/shared/site-name.ts'
import { sessionApi } from './sign-in.ts'

/**
 * For the `clientLoader` of a layout whose pages need somebody signed in: gives the user. Nobody, or a kept token that the server does not confirm,
 * goes to the admin sign-in; a role that is not among `allowed` goes to the home page (specification, section 5). The role is the server's, not the
 * browser's. Throws an `ApiError` when the server cannot be asked.
 */
export const guard = async (allowed?: readonly Role[]): Promise<SessionUser> => {
  const token = session.token()
  const user = token && session.user() ? await sessionApi.confirm(token, siteName()) : undefined
  if (!token || !user) {
    session.clear()
    throw redirect('/admin/auth/signin/')
  }
  session.keep(token, user)
  if (allowed && !allowed.includes(user.role)) throw redirect('/')
  return user
}

/** For the account pages: gives who is signed in; everybody else goes to the sign-in of students and coaches, and comes back to `path` after it. Throws an `ApiError`. */
export const guardPerson = async (path: string): Promise<SessionUser> => {
  const token = session.token()
  const user = token && session.user() ? await sessionApi.confirm(token, siteName()) : undefined
  if (!token || !user) {
    session.clear()
    throw redirect(`/login/?next=${encodeURIComponent(path)}`)
  }
  session.keep(token, user)
  return user
}

/** What a page of the account reads: whose session has ended meanwhile goes to the sign-in and comes back to `url`. */
export const asPerson = async <T>(url: string, read: () => Promise<T>): Promise<T> => {
  const { pathname, search } = new URL(url)
  const toSignIn = () => redirect(`/login/?next=${encodeURIComponent(pathname + search)}`)
  if (!session.token()) throw toSignIn()
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    session.clear()
    throw toSignIn()
  }
}
