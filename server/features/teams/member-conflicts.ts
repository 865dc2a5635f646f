import type { Lang } from '#contract/localized.ts'
import type { Core } from '#server/deps.ts'
import { findCompetition } from '#server/features/competitions/service.ts'
import { insertMessage } from '#server/features/messages/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { createSharedRateLimiter } from '#server/lib/shared-rate-limiter.ts'
import { findOwner } from './queries.ts'

/** The team that an account submits, and the text that tells the organizers about a refused member. */
type Submission = { userId: string; team: string; competitionId: string; lang: Lang }
export type RenderConflictNotice = (lang: Lang, values: { team: string; competition: string }) => string

const isMemberConflict = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'conflict' && error.fields.some(({ code }) => code === 'in-other-team')

/**
 * Creates the guard of team submissions by accounts: a national ID of another team is refused without naming the member, so that a form does not tell whose
 * national ID is registered. The organizers get a message, and an account may have ten such conflicts a day.
 */
export const createMemberConflictGuard = ({ config, database }: Pick<Core, 'config' | 'database'>) => {
  const { db } = database
  const { keyedHash } = createFieldEncryption(config.SECRET_KEY ?? '')
  const conflicts = createSharedRateLimiter({ db, hashKey: keyedHash }, { name: 'member conflict', max: 10, seconds: 86_400 })

  const notifyOrganizers = async ({ userId, team, competitionId, lang }: Submission, renderNotice: RenderConflictNotice) => {
    const user = await findOwner(db, userId)
    if (!user) return
    // a changed team keeps its competition, which the form need not repeat
    const competition = competitionId === '' ? undefined : await findCompetition(db, competitionId)
    const name = (lang === 'ar' ? competition?.nameAr : competition?.nameEn) ?? '–'
    const { firstName, lastName, email } = user
    await insertMessage(db, { kind: 'issue', firstName, lastName, email, body: renderNotice(lang, { team, competition: name }), lang })
  }

  /** Runs `submit`. Throws `conflict` (`members`: `not-accepted`) for a member of another team, and `too-many` after ten of them in a day. */
  return async <T>(submission: Submission, renderNotice: RenderConflictNotice, submit: () => Promise<T>): Promise<T> => {
    await conflicts.check(submission.userId)
    try {
      return await submit()
    } catch (error) {
      if (!isMemberConflict(error)) throw error
      await conflicts.count(submission.userId)
      await notifyOrganizers(submission, renderNotice)
      throw new AppError('conflict', [{ field: 'members', code: 'not-accepted' }], undefined, { cause: error })
    }
  }
}
