import { session } from '#web/shared/session.ts'
import { sessionApi } from './sign-in.ts'

/** Reads the name of the signed-in user again after a change. When that fails, the next page does it. */
export const refreshSessionUser = async (): Promise<void> => {
  const token = session.getToken()
  const user = token && (await sessionApi.getUser(token).catch(() => undefined))
  if (token && user) session.save(token, user)
}
