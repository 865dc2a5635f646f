import type { ErasureGround } from '#contract/accounts/personal-data.ts'
import {
  erasureNoticeDays,
  getErasureGracePeriodEnd,
  payerDetailsYears,
  unusedUserYears,
} from '#contract/accounts/retention.ts'
import type { ErasureReason } from '#contract/accounts/user.ts'
import { msPerDay } from '#contract/platform/time.ts'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { findSqlStateOrSystemCode } from '#server/platform/db/errors.ts'
import type { Log } from '#server/platform/db/log.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/platform/lib/authenticated-user.ts'
import { getSiteTimeZone } from '#server/platform/settings/service.ts'
import type { CheckPassword } from '../session/service.ts'
import {
  clearInactivityNoticesOfActiveUsers,
  findUndeletedUser,
  isErasureDue,
  listUnusedUsersToNotify,
  listUsersDueForErasure,
  lockUndeletedUser,
  markAndReturnUnusedUserNotified,
  setErasureRequestedAt,
} from './queries.ts'
import {
  eraseUserAndTeamsWithAuditEmails,
  logOutcomesOfInterruptedErasures,
  repeatAndCountLoggedErasuresWithCleanup,
  runErasureTransactionAndCleanUp,
} from './run-erasure.ts'

type Options = Core & { checkPassword: CheckPassword }
const system: Actor = { userId: null, name: 'system' }
const batchSize = 100

/**
 * Runs `work` for every user that `find` returns, until it returns none; `except` are the users already
 * handled. A user whose work fails is logged without personal data and does not stop the others. Returns
 * how often `work` returned true.
 */
const forEachUser = async <T extends { id: string }>(
  log: Pick<Log, 'error'>,
  task: string,
  find: (except: readonly string[]) => Promise<T[]>,
  work: (user: T) => Promise<boolean>,
): Promise<number> => {
  const handled: string[] = []
  let done = 0
  for (;;) {
    const users = await find(handled)
    if (users.length === 0) return done
    for (const user of users) {
      handled.push(user.id)
      try {
        if (await work(user)) done++
      } catch (error) {
        // the message of a database error holds the values of the row
        log.error(
          { userId: user.id, error: (error as Error).name, state: findSqlStateOrSystemCode(error) },
          `the ${task} of a user failed`,
        )
      }
    }
  }
}

/**
 * Creates the service for the erasure of users: requests, decisions of administrators and the daily job.
 * Instants are ISO 8601.
 */
export const createUserErasureService = ({ checkPassword, ...core }: Options) => {
  const { config, database, files, emails, invalidator } = core
  const { db } = database

  const notifyOwner = async ({ id }: { id: string }): Promise<boolean> => {
    const timeZone = await getSiteTimeZone({ config, database })
    return inTransaction(db, async (tx) => {
      const row = await markAndReturnUnusedUserNotified(tx, id)
      if (!row) return false
      const values = {
        name: row.firstName,
        day: toDateInTimeZone(new Date(Date.now() + erasureNoticeDays * msPerDay), timeZone),
        link: `${config.SITE_URL}/login/`,
        years: unusedUserYears,
        paymentYears: payerDetailsYears,
      }
      await emails.send({ template: 'unused', to: row.email, language: row.lang, values }, tx)
      return true
    })
  }

  const eraseIfDue = async ({ id, reason }: { id: string; reason: ErasureReason }): Promise<boolean> => {
    const cleanup = await runErasureTransactionAndCleanUp(core, async (tx) => {
      const row = await lockUndeletedUser(tx, id)
      return row && (await isErasureDue(tx, id, reason))
        ? eraseUserAndTeamsWithAuditEmails(tx, emails, row, { actor: system, reason })
        : undefined
    })
    return cleanup !== undefined
  }

  return {
    /**
     * Requests the erasure of the user's account; an email says until when the request can be withdrawn. A
     * second request changes nothing. Throws `wrong-password` (`password`), and `own-account` for
     * administrators, whom another administrator deletes.
     */
    requestErasure: async (user: AuthenticatedUser, password: string, actor: Actor): Promise<string> => {
      if (user.role === 'admin') throw new AppError('own-account')
      await checkPassword(user, password, 'password')
      return inTransaction(db, async (tx) => {
        const row = await lockUndeletedUser(tx, user.userId)
        if (!row) throw new AppError('not-found')
        if (row.erasureRequestedAt) return row.erasureRequestedAt.toISOString()
        const now = new Date()
        await setErasureRequestedAt(tx, row.id, now)
        await writeAudit(tx, { actor, action: 'ask-erasure', entity: 'user', entityId: row.id })
        const day = toDateInTimeZone(
          new Date(getErasureGracePeriodEnd(now.toISOString())),
          await getSiteTimeZone({ config, database: { readDb: tx } }),
        )
        const values = {
          name: row.firstName,
          day,
          link: `${config.SITE_URL}/account/data`,
          paymentYears: payerDetailsYears,
        }
        await emails.send({ template: 'erasureAsked', to: row.email, language: row.lang, values }, tx)
        return now.toISOString()
      })
    },

    /** Withdraws the user's request for erasure. Throws `not-found` when there is none. */
    withdrawErasure: (user: AuthenticatedUser, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockUndeletedUser(tx, user.userId)
        if (!row?.erasureRequestedAt) throw new AppError('not-found')
        await setErasureRequestedAt(tx, row.id, null)
        await writeAudit(tx, { actor, action: 'withdraw-erasure', entity: 'user', entityId: row.id })
      }),

    /**
     * Erases a user immediately, with or without a request. Throws `not-found`, and `own-account` for
     * users of administrators.
     */
    erase: async (id: string, ground: ErasureGround, actor: Actor): Promise<void> => {
      await runErasureTransactionAndCleanUp(core, async (tx) => {
        const row = await lockUndeletedUser(tx, id)
        if (!row) throw new AppError('not-found')
        if (row.role === 'admin')
          throw new AppError('own-account', [{ field: 'id', code: 'unexpected-field' }])
        return eraseUserAndTeamsWithAuditEmails(tx, emails, row, { actor, reason: ground })
      })
    },

    /**
     * Refuses an open request for erasure; an email tells the user the reason. Throws `not-found` when
     * there is none.
     */
    refuseErasure: (id: string, reason: string, actor: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockUndeletedUser(tx, id)
        if (!row?.erasureRequestedAt) throw new AppError('not-found')
        await setErasureRequestedAt(tx, id, null)
        await writeAudit(tx, {
          actor,
          action: 'refuse-erasure',
          entity: 'user',
          entityId: id,
          after: { reason },
        })
        const values = { name: row.firstName, reason }
        await emails.send({ template: 'erasureRefused', to: row.email, language: row.lang, values }, tx)
      }),

    /** Reads the user's own row. Throws `not-found`. */
    getUser: async ({ userId }: AuthenticatedUser) => {
      const row = await findUndeletedUser(db, userId)
      if (!row) throw new AppError('not-found')
      return row
    },

    /**
     * Runs the daily job: notifies unused users, and erases the users whose erasure is
     * due. Each user is a transaction of its own; one that fails is logged by its id alone and does not
     * stop the others. Concurrent processes handle each user once. Erased people whom a restore by other
     * means brought back are erased again. Returns how many were erased.
     */
    eraseDueUsers: async (log: Pick<Log, 'error'>): Promise<number> => {
      await logOutcomesOfInterruptedErasures(db, config.DATA_DIR)
      const repeated = await repeatAndCountLoggedErasuresWithCleanup(db, {
        dataDir: config.DATA_DIR,
        files,
        states: ['erased'],
        invalidator,
      })
      await clearInactivityNoticesOfActiveUsers(db)
      await forEachUser(
        log,
        'warning',
        (except) => listUnusedUsersToNotify(db, batchSize, except),
        notifyOwner,
      )
      const erased = await forEachUser(
        log,
        'erasure',
        (except) => listUsersDueForErasure(db, batchSize, except),
        eraseIfDue,
      )
      return repeated + erased
    },
  }
}
export type PrivacyService = ReturnType<typeof createUserErasureService>
