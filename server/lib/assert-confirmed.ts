import { msPerMinute } from '#contract/rules/time.ts'
import { confirmationMinutes } from '#contract/session.ts'
import { AppError } from './app-error.ts'
import type { AuthenticatedUser } from './authenticated-user.ts'

type Confirmation = Partial<Pick<AuthenticatedUser, 'confirmedAt' | 'hasSecondFactor'>>

/**
 * Throws `confirmation_required` unless the user has entered the password or a code of the second factor in this session within the last
 * `confirmationMinutes`. `details.method` is what `POST /api/account/confirm` needs.
 */
export const assertConfirmed = ({ confirmedAt, hasSecondFactor }: Confirmation): void => {
  const isConfirmed = confirmedAt && Date.now() - confirmedAt.getTime() < confirmationMinutes * msPerMinute
  if (!isConfirmed) throw new AppError('confirmation_required', [], { method: hasSecondFactor ? 'code' : 'password' })
}
