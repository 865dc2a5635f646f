import { ApiError } from '#web/shared/api/call.ts'
import { session } from '#web/shared/session.ts'

/**
 * For everything that a form sends: whose form it is, is who is signed in now. Another tab may have signed in somebody else, who must not get these data. Throws what an
 * ended session throws.
 */
export const assertSameUser = (userId: string): void => {
  if (session.user()?.id !== userId) throw new ApiError(401, 'other-account', '')
}
