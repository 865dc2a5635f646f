import { normalEmail } from '#contract/rules/identity.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import { hashPassword } from '#server/lib/password.ts'
import { type Limits, lifetimes } from './limits.ts'
import { accountBy, deleteSessionsOf, deleteTicketsOf, insertTicket, proveEmail, setPasswordHash, takeTicket, ticketBy } from './queries.ts'
import type { Entrance } from './service.ts'
import { newToken, tokenHash } from './tokens.ts'

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000'

type Parts = Pick<Core, 'config' | 'database' | 'mailer'> & { limits: Limits; keyOf: (text: string) => string }
/** A forgotten password: a link by mail, good once and for an hour, sets a new one. */
export const passwordResetService = ({ config, database, mailer, limits, keyOf }: Parts) => {
  const { db } = database
  return {
    /**
     * Mails a link when there is such an active account. Whether there is one cannot be told from outside: without one the same work ends in a mail that
     * goes to nobody. Throws `no-mail` when the site cannot send any, `too-many`.
     */
    forgot: async (typed: string, entrance: Entrance, addressKey: string, write: RenderEmail): Promise<void> => {
      if (!mailer.isEnabled) throw new AppError('no-mail')
      const email = normalEmail(typed)
      limits.mailAddress.count(addressKey)
      limits.mailAccount.count(keyOf(`reset ${email}`))
      const account = await accountBy(db, 'email', email)
      const token = newToken()
      // after the # : what stands there is never sent to a server, so no log has it
      const link = `${config.SITE_URL}/reset-password/${entrance === 'admin' ? '?from=admin' : ''}#${token}`
      const lang = account?.lang ?? 'en'
      const mail = write('reset', lang, { name: account?.firstName ?? '', link, values: { minutes: lifetimes.reset } })
      await inTransaction(db, async (tx) => {
        const good = account?.active ? account : undefined
        const userId = good?.id ?? nobody
        await deleteTicketsOf(tx, userId, 'reset')
        await insertTicket(tx, { tokenHash: tokenHash(token), kind: 'reset', userId, minutes: lifetimes.reset })
        await mailer.send({ to: good?.email ?? null, lang, ...mail }, tx)
      })
    },

    /** Sets the new password and ends every session and open link of the account; its address is confirmed by that. Throws `ticket-spent`, `too-many`. */
    reset: async (token: string, password: string, addressKey: string): Promise<void> => {
      limits.reset.count(addressKey)
      const hashed = tokenHash(token)
      if (!(await ticketBy(db, 'reset', hashed))) throw new AppError('ticket-spent')
      const passwordHash = await hashPassword(password)
      await inTransaction(db, async (tx) => {
        const taken = await takeTicket(tx, 'reset', hashed)
        if (!taken) throw new AppError('ticket-spent')
        await setPasswordHash(tx, taken.userId, passwordHash)
        // the link came by mail
        await proveEmail(tx, taken.userId)
        await deleteTicketsOf(tx, taken.userId)
        await deleteSessionsOf(tx, taken.userId)
      })
    },
  }
}
