import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { type Database, openDatabase } from './db/open.ts'
import { openCacheTagPubSub } from './db/pub-sub.ts'
import { assertKeysKnown, countOldCiphertexts, reencryptHashedColumns } from './db/reencrypt.ts'
import type { Core } from './deps.ts'
import { createEmails } from './emails/emails.ts'
import { createAnnouncementDeliveryLog } from './features/announcements/delivery-log.ts'
import { recalculateResultsOnce } from './features/scores/service.ts'
import { getSiteBrand } from './features/settings/service.ts'
import { createInvalidator } from './lib/cache-invalidation.ts'
import { ensureDataFolder } from './lib/data-folder.ts'
import { createFieldEncryption, type FieldEncryption, loadSecretKeys } from './lib/encryption.ts'
import { createFileStore } from './lib/files.ts'
import { createJobQueue } from './lib/job-queue.ts'
import { runFirstStart } from './seed/first-start.ts'

/** Throws a `StartError` when a key is missing. Computes the hashes with the current key, and logs how many other values have an old key. */
const prepareEncryptedValues = async ({ pool }: Database, encryption: FieldEncryption, log: FastifyBaseLogger) => {
  await assertKeysKnown(pool, encryption)
  if (encryption.keyIds.length === 1) return
  const { repeated, damaged } = await reencryptHashedColumns(pool, encryption)
  if (repeated.length + damaged.length > 0) log.error({ repeated, damaged }, 'values keep their old key')
  const count = (await countOldCiphertexts(pool, encryption)).reduce((sum, each) => sum + each.count, 0)
  if (count > 0) log.warn({ count }, 'values are encrypted with an old key: npm run keys:reencrypt changes them')
  else log.warn('all values are encrypted with the current key: SECRET_KEY_OLD and the file secret-key-old can be removed')
}

/** Opens the database, the files, the job queue and mail. Migrates the database, and fills it on the first start. `close` closes all of them. */
export const openInstallation = async (settings: Config, log: FastifyBaseLogger, root: string) => {
  ensureDataFolder(settings.DATA_DIR)
  const database = await openDatabase({
    ...(settings.DATABASE_URL ? { url: settings.DATABASE_URL } : {}),
    ...(settings.MIGRATION_DATABASE_URL ? { ownerUrl: settings.MIGRATION_DATABASE_URL } : {}),
    ...(settings.DATABASE_READ_URL ? { readUrl: settings.DATABASE_READ_URL } : {}),
    dataDir: settings.DATA_DIR,
    pgBin: settings.PG_BIN,
    slowQueryMs: settings.SLOW_QUERY_MS,
    log,
  })
  try {
    // before the migrations, whose lock needs a session, too
    const invalidator = createInvalidator(await openCacheTagPubSub(database, log))
    await migrate(database, `${root}/server/db/migrations`)
    const files = createFileStore(settings)
    const config = { ...settings, ...loadSecretKeys(settings) }
    const encryption = createFieldEncryption(config)
    await prepareEncryptedValues(database, encryption, log)
    const jobs = createJobQueue(database, log)
    const emails = await createEmails(
      { config, encryption, jobs },
      log,
      () => getSiteBrand({ config, database }),
      createAnnouncementDeliveryLog(database),
    )
    const core: Core = { config, database, encryption, files, jobs, emails, invalidator }
    const { initialAdmin, demoJudgeCode } = await runFirstStart(core, { log, root })
    await recalculateResultsOnce(core)
    return {
      ...core,
      initialAdmin,
      demoJudgeCode,
      close: async () => {
        await jobs.close()
        await invalidator.close()
        await emails.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
