import type { Db } from '#server/db/open.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import { verifyPassword } from '#server/lib/password.ts'
import type { Limits } from './limits.ts'
import { accountOf } from './queries.ts'

/** Asks somebody who is signed in for the password once more. Throws `wrong-password` on `field` for a wrong one, `too-many`. */
export const passwordCheck =
  ({ db, limits }: { db: Db; limits: Pick<Limits, 'account'> }) =>
  async (who: AuthenticatedUser, password: string, field: string) => {
    limits.account.count(who.userId)
    const account = await accountOf(db, who.userId)
    if (!account || !(await verifyPassword(password, account.passwordHash)))
      throw new AppError('wrong-password', [{ field, code: password ? 'wrong-password' : 'required' }])
    limits.account.forgive(who.userId)
  }
