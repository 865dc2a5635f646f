import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { notices } from './db/notices.ts'
import { openDatabase } from './db/open.ts'
import { firstStart } from './db/seed/first-start.ts'
import type { Core } from './deps.ts'
import { createChanges } from './lib/changes.ts'
import { openFiles } from './lib/files.ts'
import { createJobQueue } from './lib/job-queue.ts'
import { openMailer } from './lib/mail.ts'
import { secretKey } from './lib/secret-key.ts'

/** What an installation consists of, opened and ready: database (migrated, filled on its first start), files, mail. `close` ends it all. */
export const openCore = async (config: Config, log: FastifyBaseLogger, root: string) => {
  const database = await openDatabase({
    ...(config.DATABASE_URL ? { url: config.DATABASE_URL } : {}),
    ...(config.DATABASE_READ_URL ? { readUrl: config.DATABASE_READ_URL } : {}),
    dataDir: config.DATA_DIR,
    log,
  })
  try {
    await migrate(database, `${root}/server/db/migrations`)
    const files = openFiles(config)
    const secret = secretKey(config)
    const jobs = createJobQueue(database, log)
    const mailer = await openMailer(config, jobs, log)
    const changes = createChanges(await notices(database, log))
    const core: Core = { config: { ...config, SECRET_KEY: secret }, database, files, jobs, mailer, changes }
    const firstAdmin = await firstStart(core, { log, root })
    return {
      ...core,
      firstAdmin,
      close: async () => {
        await jobs.close()
        await changes.close()
        await mailer.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
