import type { Lang } from '#contract/localized.ts'
import type { Core } from '#server/deps.ts'
import { findCompetition } from '#server/features/competitions/service.ts'
import { insertMessage } from '#server/features/messages/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createNationalIdConflictLimiter } from '#server/lib/national-id-conflict-limiter.ts'
import { findUserNameAndEmail } from './queries.ts'

/** The team that an account submits, and the text that tells the organizers about a refused member. */
type Submission = { userId: string; team: string; competitionId: string; lang: Lang }
export type RenderConflictNotice = (lang: Lang, values: { team: string; competition: string }) => string

const isMemberConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'conflict' && error.fields.some(({ code }) => code === 'in-other-team')

/**
 * Creates the guard of team submissions by accounts: a national ID of another team is refused without naming the member, so that a form does not tell whose
 * national ID is registered. The organizers get a message, and the limit of national ID conflicts counts it.
 */
export const createMemberConflictGuard = (core: Pick<Core, 'config' | 'database'>) => {
  const { db } = core.database
  const limitConflicts = createNationalIdConflictLimiter(core)

  const notifyOrganizers = async ({ userId, team, competitionId, lang }: Submission, renderNotice: RenderConflictNotice) => {
    const user = await findUserNameAndEmail(db, userId)
    if (!user) return
    // a changed team keeps its competition, which the form need not repeat
    const competition = competitionId === '' ? undefined : await findCompetition(db, competitionId)
    const name = (lang === 'ar' ? competition?.nameAr : competition?.nameEn) ?? '–'
    const { firstName, lastName, email } = user
    await insertMessage(db, { kind: 'issue', firstName, lastName, email, body: renderNotice(lang, { team, competition: name }), lang })
  }

  /** Runs `submit`. Throws `conflict` (`members`: `not-accepted`) for a member of another team, and `too-many` after ten conflicts in a day. */
  return <T>(submission: Submission, renderNotice: RenderConflictNotice, submit: () => Promise<T>): Promise<T> =>
    limitConflicts(submission.userId, submit, {
      isConflict: isMemberConflict,
      refuse: async (cause) => {
        await notifyOrganizers(submission, renderNotice)
        return new AppError('conflict', [{ field: 'members', code: 'not-accepted' }], undefined, { cause })
      },
    })
}
