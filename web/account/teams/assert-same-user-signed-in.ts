import { ApiError } from '#web/shared/api/call.ts'
import { session } from '#web/shared/session.ts'

/**
 * Asserts that the user of a form is still signed in. Another tab may have signed in another user, who must not get the data of the form. Throws the error of an
 * ended session.
 */
export const assertSameUserSignedIn = (userId: string): void => {
  if (session.getUser()?.id !== userId) throw new ApiError(401, 'other-account', '')
}
