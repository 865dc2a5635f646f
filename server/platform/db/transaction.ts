import { is } from 'drizzle-orm'
import { drizzle, NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { findSqlStateOrSystemCode } from './errors.ts'
import { type Db, getPool } from './open.ts'

/**
 * Runs `work` in a transaction and commits it; a transaction inside another one is a savepoint. When `work`
 * fails, the transaction is rolled back and the error of `work` is thrown, even when the rollback fails too.
 * The connection always returns to its pool: the pool reuses a healthy one and replaces a broken one, and one
 * to a server that takes no writes (SQLSTATE 25006), because the primary may be another server now.
 *
 * Drizzle's own `transaction` must not run on a pool: it never releases the connection when `begin` fails,
 * and the error of a failed rollback hides the first error. The type `Db` therefore leaves it out.
 */
export const inTransaction = async <T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  options?: PgTransactionConfig,
): Promise<T> => {
  let failure: { error: unknown } | undefined
  const watchedWork = async (tx: Db) => {
    try {
      return await work(tx)
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  const firstError = (error: unknown) => (failure ? failure.error : error)

  if (is(db, NodePgTransaction))
    return db.transaction(watchedWork).catch((error: unknown) => {
      throw firstError(error)
    })

  const client = await getPool(db).connect()
  let isHealthy = false
  try {
    const result = await drizzle(client).transaction(watchedWork, options)
    isHealthy = true
    return result
  } catch (error) {
    // Drizzle rethrows the error of `work` itself only after a successful rollback.
    isHealthy =
      failure !== undefined && error === failure.error && findSqlStateOrSystemCode(error) !== '25006'
    throw firstError(error)
  } finally {
    client.release(!isHealthy)
  }
}

/** Runs a transaction, and repeats it up to three times after a deadlock (SQLSTATE 40P01). */
export const retryTransactionOnDeadlock = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  for (let retriesLeft = 3; ; retriesLeft--) {
    try {
      return await inTransaction(db, work)
    } catch (error) {
      if (retriesLeft === 0 || findSqlStateOrSystemCode(error) !== '40P01') throw error
    }
  }
}
