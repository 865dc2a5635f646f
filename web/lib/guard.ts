import { redirect } from 'react-router'
import type { Role, SessionUser } from '#contract/domain/session.ts'
import { session } from './session.ts'
import { accountApi } from './sign-in.ts'
import { siteName } from './site-name.ts'

/**
 * For the `clientLoader` of a layout whose pages need somebody signed in: gives the user. Nobody, or a kept token that the server does not confirm,
 * goes to the admin sign-in; a role that is not among `allowed` goes to the home page (specification, section 5). The role is the server's, not the
 * browser's. Throws an `ApiError` when the server cannot be asked.
 */
export const guard = async (allowed?: readonly Role[]): Promise<SessionUser> => {
  const token = session.token()
  const user = token && session.user() ? await accountApi.confirm(token, siteName()) : undefined
  if (!token || !user) {
    session.clear()
    throw redirect('/admin/auth/signin/')
  }
  session.keep(token, user)
  if (allowed && !allowed.includes(user.role)) throw redirect('/')
  return user
}
