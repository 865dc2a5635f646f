import type { Account, AccountDraft, OpenSession } from '#contract/account.ts'
import { normalEmail } from '#contract/rules/identity.ts'
import { emailConfirmationDays } from '#contract/rules/retention.ts'
import type { Gender } from '#contract/user.ts'
import { getSqlState, getViolatedConstraint } from '#server/db/errors.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { FieldEncryption } from '#server/lib/encryption.ts'
import { decryptAndMaskNationalId } from '#server/lib/masked-national-id.ts'
import { hashPassword } from '#server/lib/password.ts'
import { passwordCheck } from './check-password.ts'
import type { Limits } from './limits.ts'
import { newConfirmation } from './new-confirmation.ts'
import { ownDataChange } from './own-data.ts'
import { deleteTicketsOf, setPasswordHash } from './queries.ts'
import {
  deleteOtherSessions,
  deleteSessionOf,
  emailTaken,
  lockOwnRow,
  newEmailOf,
  type OwnRow,
  ownRow,
  recoveryCodesLeft,
  sessionsOf,
  updateOwnRow,
} from './queries-account.ts'

type Parts = Pick<Core, 'config' | 'database' | 'mailer'> & {
  encryption: FieldEncryption
  limits: Limits
  normalPhone: (text: string) => string | undefined
}

const forAudit = ({ firstName, lastName, email, phone, lang, school, birthDate, gender, nationalId, guardian }: OwnRow) => ({
  ...{ firstName, lastName, email, phone, lang, school, birthDate, gender, nationalId, guardian },
})

/** What somebody who is signed in sees and changes of their own account. */
export const accountService = ({ config, database, mailer, encryption, limits, normalPhone }: Parts) => {
  const { db } = database
  const checkPassword = passwordCheck({ db, limits })

  const toAccount = async ({ totpSecret, emailConfirmedAt, erasureRequestedAt, ...row }: OwnRow, on: Db = db): Promise<Account> => ({
    ...row,
    school: row.school ?? '',
    gender: row.gender as Gender | null,
    nationalId: decryptAndMaskNationalId(encryption, row.nationalId),
    emailConfirmed: emailConfirmedAt !== null,
    newEmail: await newEmailOf(on, row.id, row.email),
    erasureRequestedAt: erasureRequestedAt?.toISOString() ?? null,
    secondFactor: totpSecret !== null,
    recoveryCodesLeft: totpSecret === null ? 0 : await recoveryCodesLeft(on, row.id),
  })

  /**
   * Mails the link to the new address, and tells the old one. An address that is somebody's already is told so itself, with no link; who asked cannot tell the
   * difference.
   */
  const announceEmail = async (tx: Db, { id, firstName, email, lang }: OwnRow, next: string, write: RenderEmail) => {
    const link = await newConfirmation(tx, config.SITE_URL, { userId: id, email: next })
    const letter = (await emailTaken(tx, next))
      ? write('known', lang, { name: '', link: `${config.SITE_URL}/login/` })
      : write('newAddress', lang, { name: firstName, link, values: { days: emailConfirmationDays } })
    await mailer.send({ to: next, lang, ...letter }, tx)
    await mailer.send({ to: email, lang, ...write('addressChanging', lang, { name: firstName, values: { email: next } }) }, tx)
  }

  return {
    read: async (who: AuthenticatedUser): Promise<Account> => {
      const row = await ownRow(db, who.userId)
      if (!row) throw new AppError('not-found')
      return toAccount(row)
    },

    /**
     * Saves the owner's data; a new e-mail address needs the password, as it is the way to a new one, and counts once its link is opened (at once where no mail can be
     * sent). Throws `form-incomplete`, `bad-input` (`phone`, and what `ownDataChange` refuses), `wrong-password` (`password`), `conflict` (`email`, `phone`,
     * `nationalId` taken), `stale-version` with `details.current`.
     */
    save: async (
      who: AuthenticatedUser,
      draft: AccountDraft,
      version: number | undefined,
      actor: Actor,
      write: RenderEmail,
    ): Promise<Account> => {
      const email = normalEmail(draft.email)
      const missing = [...(draft.firstName ? [] : ['firstName']), ...(email ? [] : ['email'])]
      if (missing.length > 0)
        throw new AppError(
          'form-incomplete',
          missing.map((field) => ({ field, code: 'required' as const })),
        )
      const phone = draft.phone ? normalPhone(draft.phone) : null
      if (phone === undefined) throw new AppError('bad-input', [{ field: 'phone', code: 'bad-format' }])
      const now = await ownRow(db, who.userId)
      if (!now) throw new AppError('not-found')
      if (email !== now.email) {
        await checkPassword(who, draft.password, 'password')
        if (mailer.isEnabled) limits.mailAccount.count(`new address ${who.userId}`)
      }
      const { firstName, lastName, lang } = draft
      try {
        const after = await inTransaction(db, async (tx) => {
          const before = await lockOwnRow(tx, who.userId)
          if (!before) throw new AppError('not-found')
          if (version !== undefined && version !== before.version)
            throw new AppError('stale-version', [], { current: await toAccount(before, tx) })
          const moves = email !== before.email
          const next = await updateOwnRow(tx, who.userId, {
            ...{ firstName, lastName, phone, lang, version: before.version + 1 },
            ...ownDataChange(before, draft, encryption, new Date()),
            ...(moves && !mailer.isEnabled ? { email, emailConfirmedAt: null } : {}),
          })
          // a link for a new password went to the old address
          if (next.email !== before.email) await deleteTicketsOf(tx, who.userId, 'reset')
          if (moves && mailer.isEnabled) await announceEmail(tx, next, email, write)
          await writeAudit(tx, {
            actor,
            action: 'update',
            entity: 'user',
            entityId: who.userId,
            before: forAudit(before),
            after: forAudit(next),
          })
          return next
        })
        return await toAccount(after)
      } catch (error) {
        if (getSqlState(error) !== '23505') throw error
        const constraint = getViolatedConstraint(error)
        const field = constraint.includes('phone') ? 'phone' : constraint.includes('national') ? 'nationalId' : 'email'
        throw new AppError('conflict', [{ field, code: 'taken' }], undefined, { cause: error })
      }
    },

    /** Sets a new password and ends every other session and open link. Throws `wrong-password` (`current`), `too-many`. */
    changePassword: async (who: AuthenticatedUser, current: string, password: string, actor: Actor): Promise<void> => {
      await checkPassword(who, current, 'current')
      const passwordHash = await hashPassword(password)
      await inTransaction(db, async (tx) => {
        await setPasswordHash(tx, who.userId, passwordHash)
        await deleteTicketsOf(tx, who.userId)
        await deleteOtherSessions(tx, who.userId, who.sessionId)
        await writeAudit(tx, { actor, action: 'password', entity: 'user', entityId: who.userId, after: { email: who.email, password: '' } })
      })
    },

    /** Where the owner is signed in; the session that asks comes first. */
    sessions: async (who: AuthenticatedUser): Promise<OpenSession[]> => {
      const rows = await sessionsOf(db, who.userId)
      return rows
        .map((row) => ({
          id: row.id,
          current: row.id === who.sessionId,
          device: row.userAgent ?? '',
          address: row.address ?? '',
          startedAt: row.createdAt.toISOString(),
          lastSeenAt: row.lastSeenAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        }))
        .toSorted((one, other) => Number(other.current) - Number(one.current))
    },

    /** Ends one session. Throws `not-found`, for those of other people too. */
    endSession: async (who: AuthenticatedUser, sessionId: string): Promise<void> => {
      if (!(await deleteSessionOf(db, who.userId, sessionId))) throw new AppError('not-found')
    },

    /** Signs out everywhere else. */
    endOtherSessions: async (who: AuthenticatedUser, actor: Actor): Promise<void> => {
      await inTransaction(db, async (tx) => {
        const ended = await deleteOtherSessions(tx, who.userId, who.sessionId)
        if (ended > 0)
          await writeAudit(tx, {
            actor,
            action: 'end-sessions',
            entity: 'user',
            entityId: who.userId,
            after: { email: who.email, sessions: ended },
          })
      })
    },
  }
}
