import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabasePools } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createTestDatabase } from '../support/services/database.ts'

let fresh: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  fresh = await createTestDatabase()
})
afterAll(() => fresh.drop())

const warnings: unknown[][] = []
const log = { info: () => {}, warn: (...args: unknown[]) => void warnings.push(args), error: () => {} }

test('statements that take long are logged without the values of their parameters, also those of transactions and those that fail', async () => {
  const database = createDatabasePools(fresh.database.connection, { log, slowQueryMs: 40 })
  try {
    const slow = 'select pg_sleep(0.05), $1::text as name'
    expect((await database.pool.query(slow, ['Mona Saleh'])).rows[0].name).toBe('Mona Saleh')
    await inTransaction(database.db, (tx) => tx.execute('select pg_sleep(0.05)'))
    await expect(
      database.pool.query("do $$ begin perform pg_sleep(0.05); raise 'failed'; end $$"),
    ).rejects.toThrow('failed')
    // on a busy machine others may be slow, too
    const statements = warnings.map(([fields]) => (fields as { statement: string }).statement)
    expect(statements.filter((statement) => statement.includes('pg_sleep'))).toEqual([
      slow,
      'select pg_sleep(0.05)',
      expect.stringContaining('raise'),
    ])
    for (const warning of warnings)
      expect(warning).toEqual([{ ms: expect.any(Number), statement: expect.any(String) }, 'slow query'])
    expect(database.getSlowQueryCount()).toBe(warnings.length)
  } finally {
    await database.close()
  }
})
