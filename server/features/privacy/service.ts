import { erasureNoticeDays, getErasureDueDate, unusedAccountYears } from '#contract/rules/retention.ts'
import { msPerDay } from '#contract/rules/time.ts'
import { getSqlState } from '#server/db/errors.ts'
import type { Log } from '#server/db/log.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import { erasePerson, type Leftover } from './erase.ts'
import { dueForErasure, forgetNotices, isDue, lockPerson, personOf, setErasure, setUnusedNotice, unusedWithoutNotice } from './queries.ts'

type Parts = Pick<Core, 'config' | 'database' | 'files' | 'mailer' | 'invalidator'> & {
  /** Asks for the password once more; throws `wrong-password`. */
  askPassword: (who: AuthenticatedUser, password: string, field: string) => Promise<void>
  write: RenderEmail
}
const system: Actor = { userId: null, name: 'system' }
const perRound = 100

/**
 * Does `work` for every account that `find` lists, until it lists no more; `except` are the accounts that had their turn. An account that fails is logged without
 * personal data, and the others follow. Returns how many times `work` was done.
 */
const forEachAccount = async <T extends { id: string }>(
  log: Pick<Log, 'error'>,
  what: string,
  find: (except: readonly string[]) => Promise<T[]>,
  work: (account: T) => Promise<boolean>,
): Promise<number> => {
  const handled: string[] = []
  let done = 0
  for (;;) {
    const accounts = await find(handled)
    if (accounts.length === 0) return done
    for (const account of accounts) {
      handled.push(account.id)
      try {
        if (await work(account)) done++
      } catch (error) {
        // the message of a database error holds the values of the row
        log.error({ accountId: account.id, error: (error as Error).name, state: getSqlState(error) }, `the ${what} of an account failed`)
      }
    }
  }
}

/** Asking for erasure, withdrawing it, what the organizers decide, and the daily work. Instants are ISO 8601. */
export const privacyService = ({ config, database, files, mailer, invalidator, askPassword, write }: Parts) => {
  const { db } = database
  const about = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({ firstName, lastName })

  const finish = async ({ files: left, tags }: Leftover) => {
    // the erasure has succeeded even when a file cannot be removed now: the daily removal of orphan files removes it later
    await Promise.allSettled(left.map(([folder, name]) => files.remove(folder, name)))
    if (tags.length > 0) await invalidator.invalidate(...tags)
  }

  const warnUnused = ({ id }: { id: string }): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const row = await setUnusedNotice(tx, id)
      if (!row) return false
      const facts = {
        name: row.firstName,
        day: new Date(Date.now() + erasureNoticeDays * msPerDay).toISOString(),
        link: `${config.SITE_URL}/login/`,
        values: { years: unusedAccountYears },
      }
      await mailer.send({ to: row.email, lang: row.lang, ...write('unused', row.lang, facts) }, tx)
      return true
    })

  const eraseDue = async ({ id, why }: { id: string; why: 'asked' | 'unused' }): Promise<boolean> => {
    const left = await inTransaction(db, async (tx) => {
      const row = await lockPerson(tx, id)
      return row && (await isDue(tx, id, why)) ? erasePerson(tx, mailer, row, { actor: system, why, write }) : undefined
    })
    if (left) await finish(left)
    return left !== undefined
  }

  return {
    /**
     * The owner asks for erasure, with the password; a mail says until when it can be withdrawn. Asking again changes nothing. Throws `wrong-password` (`password`),
     * `own-account` for administrators, whose account another one takes away.
     */
    ask: async (who: AuthenticatedUser, password: string, actor: Actor): Promise<string> => {
      if (who.role === 'admin') throw new AppError('own-account')
      await askPassword(who, password, 'password')
      return inTransaction(db, async (tx) => {
        const row = await lockPerson(tx, who.userId)
        if (!row) throw new AppError('not-found')
        if (row.erasureRequestedAt) return row.erasureRequestedAt.toISOString()
        const now = new Date()
        await setErasure(tx, row.id, now)
        await writeAudit(tx, { actor, action: 'ask-erasure', entity: 'user', entityId: row.id, after: about(row) })
        const facts = { name: row.firstName, day: getErasureDueDate(now.toISOString()), link: `${config.SITE_URL}/account/data` }
        await mailer.send({ to: row.email, lang: row.lang, ...write('erasureAsked', row.lang, facts) }, tx)
        return now.toISOString()
      })
    },

    /** Throws `not-found` when nothing was asked for. */
    withdraw: (who: AuthenticatedUser, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockPerson(tx, who.userId)
        if (!row?.erasureRequestedAt) throw new AppError('not-found')
        await setErasure(tx, row.id, null)
        await writeAudit(tx, { actor, action: 'withdraw-erasure', entity: 'user', entityId: row.id, after: about(row) })
      }),

    /** The organizers erase at once, on a request or one that came by letter. Throws `not-found`, `own-account` for administrators' accounts. */
    erase: async (id: string, reason: string, actor: Actor): Promise<void> => {
      const left = await inTransaction(db, async (tx) => {
        const row = await lockPerson(tx, id)
        if (!row) throw new AppError('not-found')
        if (row.role === 'admin') throw new AppError('own-account', [{ field: 'id', code: 'unexpected-field' }])
        return erasePerson(tx, mailer, row, { actor, why: reason, write })
      })
      await finish(left)
    },

    /** The organizers refuse an open request; its owner is told why by mail. Throws `not-found` where none is open. */
    refuse: (id: string, reason: string, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockPerson(tx, id)
        if (!row?.erasureRequestedAt) throw new AppError('not-found')
        await setErasure(tx, id, null)
        await writeAudit(tx, { actor, action: 'refuse-erasure', entity: 'user', entityId: id, after: { ...about(row), reason } })
        const letter = write('erasureRefused', row.lang, { name: row.firstName, values: { reason } })
        await mailer.send({ to: row.email, lang: row.lang, ...letter }, tx)
      }),

    /** An account that is there. Throws `not-found`. */
    person: async (who: AuthenticatedUser) => {
      const row = await personOf(db, who.userId)
      if (!row) throw new AppError('not-found')
      return row
    },

    /**
     * The daily work: erases what is due (asked for a week ago, or warned a month ago that nobody used it for three years), and warns the owners of accounts that
     * nobody uses. Each account is its own transaction: one that fails is logged, by its id alone, and the others are done. Several processes beside each other do
     * each once. Returns how many were erased.
     */
    daily: async (log: Pick<Log, 'error'>): Promise<number> => {
      await forgetNotices(db)
      await forEachAccount(log, 'warning', (except) => unusedWithoutNotice(db, perRound, except), warnUnused)
      return forEachAccount(log, 'erasure', (except) => dueForErasure(db, perRound, except), eraseDue)
    },
  }
}
export type PrivacyService = ReturnType<typeof privacyService>
