import pg from 'pg'
import { vi } from 'vitest'

/**
 * Lists the statements that a call sends to the database, except those of the job queue and those that read
 * the session of a user and the settings of the site.
 */
export const recordStatements = async (call: () => Promise<unknown>): Promise<string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls
      .map(([statement]) =>
        typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
      )
      .filter((text) => !/pgboss|"sessions"|"settings"/.test(text))
  } finally {
    query.mockRestore()
  }
}
