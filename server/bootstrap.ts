import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { openPubSub } from './db/pub-sub.ts'
import { runFirstStart } from './db/seed/first-start.ts'
import type { Core } from './deps.ts'
import { createInvalidator } from './lib/cache-invalidation.ts'
import { createFileStore } from './lib/files.ts'
import { createJobQueue } from './lib/job-queue.ts'
import { createMailer } from './lib/mail.ts'
import { loadSecretKey } from './lib/secret-key.ts'

/** Opens the database, the files, the job queue and mail. Migrates the database, and fills it on the first start. `close` closes all of them. */
export const bootstrap = async (config: Config, log: FastifyBaseLogger, root: string) => {
  const database = await openDatabase({
    ...(config.DATABASE_URL ? { url: config.DATABASE_URL } : {}),
    ...(config.MIGRATION_DATABASE_URL ? { ownerUrl: config.MIGRATION_DATABASE_URL } : {}),
    ...(config.DATABASE_READ_URL ? { readUrl: config.DATABASE_READ_URL } : {}),
    dataDir: config.DATA_DIR,
    log,
  })
  try {
    await migrate(database, `${root}/server/db/migrations`)
    const files = createFileStore(config)
    const secret = loadSecretKey(config)
    const jobs = createJobQueue(database, log)
    const mailer = await createMailer(config, jobs, log)
    const invalidator = createInvalidator(await openPubSub(database, log))
    const core: Core = { config: { ...config, SECRET_KEY: secret }, database, files, jobs, mailer, invalidator }
    const initialAdmin = await runFirstStart(core, { log, root })
    return {
      ...core,
      initialAdmin,
      close: async () => {
        await jobs.close()
        await invalidator.close()
        await mailer.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
