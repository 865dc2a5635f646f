import type { Lang } from '#contract/localized.ts'
import type { Core } from '#server/deps.ts'
import { insertMessage } from '#server/features/messages/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createNationalIdConflictLimiter } from '#server/lib/national-id-conflict-limiter.ts'
import { findAccountRow } from './queries-account.ts'

const isNationalIdConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'conflict' && error.fields.some(({ field }) => field === 'nationalId')

/**
 * Creates the guard of account updates: a national ID of another account is refused without saying that an account has it. The organizers get a message with the
 * text `notice`, and the limit of national ID conflicts counts it.
 */
export const createNationalIdConflictGuard = (core: Pick<Core, 'config' | 'database'>) => {
  const { db } = core.database
  const limitConflicts = createNationalIdConflictLimiter(core)

  /** Runs `update`. Throws `conflict` (`nationalId`: `id-not-accepted`), and `too-many` after ten conflicts in a day. */
  return <T>({ userId, lang, notice }: { userId: string; lang: Lang; notice: string }, update: () => Promise<T>): Promise<T> =>
    limitConflicts(userId, update, {
      isConflict: isNationalIdConflict,
      refuse: async (cause) => {
        const row = await findAccountRow(db, userId)
        if (row) {
          const { firstName, lastName, email } = row
          await insertMessage(db, { kind: 'issue', firstName, lastName, email, body: notice, lang })
        }
        return new AppError('conflict', [{ field: 'nationalId', code: 'id-not-accepted' }], undefined, { cause })
      },
    })
}
