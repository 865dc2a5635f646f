import { emailConfirmationDays } from '#contract/rules/retention.ts'
import type { IdentityKind } from '#contract/session.ts'
import { getSqlState, getViolatedConstraint } from '#server/db/errors.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { Limits } from './limits.ts'
import { newConfirmation } from './new-confirmation.ts'
import { accountBy, accountOf, deleteTicketsOf, moveEmail, proveEmail, takeTicket } from './queries.ts'
import { tokenHash } from './tokens.ts'

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000'

type Parts = Pick<Core, 'config' | 'database' | 'mailer'> & {
  limits: Limits
  keyOf: (text: string) => string
  lookupValue: (kind: IdentityKind, text: string) => string | null
}

/** E-mail addresses are proven by a link that works once: that of a new account, and a new one of an old account. */
export const emailConfirmation = ({ config, database, mailer, limits, keyOf, lookupValue }: Parts) => {
  const { db } = database
  return {
    /** Opens a link. Throws `ticket-spent`, `conflict` (`email`) when the new address is somebody else's by now, `too-many`. */
    confirm: async (token: string, addressKey: string): Promise<void> => {
      limits.reset.count(addressKey)
      try {
        await inTransaction(db, async (tx) => {
          const taken = await takeTicket(tx, 'confirm-email', tokenHash(token))
          const account = taken && (await accountOf(tx, taken.userId))
          if (!taken?.email || !account) throw new AppError('ticket-spent')
          const moves = taken.email !== account.email
          if (moves) {
            await moveEmail(tx, account.id, taken.email)
            // a link for a new password went to the old address
            await deleteTicketsOf(tx, account.id, 'reset')
          } else await proveEmail(tx, account.id)
          const { firstName, lastName } = account
          await writeAudit(tx, {
            actor: { userId: account.id, name: `${firstName} ${lastName}`.trim() },
            action: 'confirm-email',
            entity: 'user',
            entityId: account.id,
            before: { firstName, lastName, email: moves ? account.email : null },
            after: { firstName, lastName, email: taken.email },
          })
        })
      } catch (error) {
        if (getSqlState(error) !== '23505' || !getViolatedConstraint(error).includes('email')) throw error
        throw new AppError('conflict', [{ field: 'email', code: 'taken' }], undefined, { cause: error })
      }
    },

    /**
     * Mails the link of a new account once more. Whether one waits cannot be told from outside: without one the same work ends in a mail that goes to nobody.
     * Throws `no-mail`, `too-many`.
     */
    again: async (kind: IdentityKind, typed: string, addressKey: string, write: RenderEmail): Promise<void> => {
      if (!mailer.isEnabled) throw new AppError('no-mail')
      const value = lookupValue(kind, typed)
      limits.mailAddress.count(addressKey)
      limits.mailAccount.count(keyOf(`confirm ${value ?? typed}`))
      const found = await accountBy(db, kind, value ?? '')
      const waiting = found?.active && found.confirmUntil ? found : undefined
      const lang = found?.lang ?? 'en'
      await inTransaction(db, async (tx) => {
        const link = await newConfirmation(tx, config.SITE_URL, { userId: waiting?.id ?? nobody, email: waiting?.email ?? '' })
        const letter = write('confirm', lang, { name: waiting?.firstName ?? '', link, values: { days: emailConfirmationDays } })
        await mailer.send({ to: waiting?.email ?? null, lang, ...letter }, tx)
      })
    },
  }
}
