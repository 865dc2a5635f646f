import type { Core } from '#server/deps.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { verifyPassword } from '#server/platform/lib/password.ts'
import { findSessionUserById } from './queries.ts'
import { createSessionRateLimiters, type SessionRateLimiters } from './rate-limiters.ts'

/**
 * Throws `wrong-password` on `field` unless `password` is the user's, and `too-many` after too many wrong
 * ones.
 */
export type CheckPassword = (user: AuthenticatedUser, password: string, field: string) => Promise<void>

/**
 * Throws `wrong-password` on `field` unless `password` is that of `owner`, and `too-many` after too many wrong
 * ones for its id.
 */
export const assertPasswordWithRateLimit = async (
  limits: Pick<SessionRateLimiters, 'password'>,
  { id, passwordHash }: { id: string; passwordHash: string | null | undefined },
  password: string,
  field: string,
): Promise<void> => {
  await limits.password.count(id)
  if (!(await verifyPassword(password, passwordHash)))
    throw new AppError('wrong-password', [{ field, code: password ? 'wrong-password' : 'required' }])
  await limits.password.forgive(id)
}

/** Creates the check of a signed-in user's password. */
export const createRateLimitedPasswordCheck =
  (
    core: Core,
    limits: Pick<SessionRateLimiters, 'password'> = createSessionRateLimiters(core),
  ): CheckPassword =>
  async ({ userId }, password, field) => {
    const user = await findSessionUserById(core.database.db, userId)
    await assertPasswordWithRateLimit(
      limits,
      { id: userId, passwordHash: user?.passwordHash },
      password,
      field,
    )
  }

/** Throws `password-mismatch` when a new password was entered twice and the second entry differs from the first. */
export const assertPasswordsMatch = ({
  password,
  confirm,
}: {
  password?: string | undefined
  confirm?: string | undefined
}): void => {
  if (confirm !== undefined && confirm !== (password ?? ''))
    throw new AppError('password-mismatch', [{ field: 'confirm', code: 'bad-format' }])
}
