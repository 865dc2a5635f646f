import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { advisoryLockIds } from '#server/platform/db/advisory-lock-ids.ts'
import type { Config } from './config.ts'
import type { Core } from './deps.ts'
import {
  appendMissingRowsExceptAttempts,
  listLoggableEventIds,
  recalculateAfterSoftwareUpdate,
  startMissingLogsOfEventsWithAttempts,
} from './event/scores/service.ts'
import { migrateDatabaseAndGrantRights } from './platform/db/migrate.ts'
import type { Db } from './platform/db/open.ts'
import { type Database, openDatabaseOrStartEmbedded } from './platform/db/open.ts'
import { openCacheTagPubSub } from './platform/db/pub-sub.ts'
import {
  assertCiphertextKeysKnown,
  countOldCiphertextsByColumn,
  reencryptHashedValuesOfOldKey,
} from './platform/db/reencrypt.ts'
import { pendingFirstStartSteps } from './platform/db/schema/installation.ts'
import { inTransaction, retryTransactionOnDeadlock } from './platform/db/transaction.ts'
import { startEmailQueue } from './platform/emails/emails.ts'
import { createCacheTagBus } from './platform/lib/cache-invalidation.ts'
import { ensureDataFolder, wrapErrorIfDiskIsFull } from './platform/lib/data-folder.ts'
import {
  createFieldEncryption,
  type FieldEncryption,
  loadOrCreateSecretKeys,
} from './platform/lib/encryption.ts'
import { createFileStore } from './platform/lib/files.ts'
import { createPostgresJobQueue } from './platform/lib/job-queue.ts'
import { getEmailSettings } from './platform/settings/service.ts'
import { seedAdminAndBaseDataIfNew } from './seed/base.ts'
import { seedDemoContentIfMissing } from './seed/demo/seed.ts'
import { createAnnouncementDeliveryLog } from './site/announcements/send.ts'

/**
 * The administrator of a new installation. `password` is set when it was generated and must be shown. Call
 * `markAsShown` after it was shown.
 */
type InitialAdmin = { email: string; password?: string; markAsShown: () => Promise<void> }

/** Copies the attempts of before the score log to it, in one process. */
const startScoreLogsOnce = (db: Db) =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockIds.scoreLogs})`)
    const removed = await tx
      .delete(pendingFirstStartSteps)
      .where(eq(pendingFirstStartSteps.step, 'score-log'))
      .returning()
    if (removed.length > 0) await startMissingLogsOfEventsWithAttempts(tx)
  })

/**
 * Adds rules, participants, publications and freezes to the score logs of before these rows, in one
 * transaction for each event. When the process is killed, the next start continues; processes that start at
 * the same time take turns.
 */
const completeScoreLogsOnce = async (db: Db) => {
  for (const eventId of await listLoggableEventIds(db))
    await retryTransactionOnDeadlock(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockIds.scoreLogs})`)
      await appendMissingRowsExceptAttempts(tx, eventId)
    })
  await db.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'score-log-participants'))
}

/**
 * Fills a new database with base data and, depending on `DEMO` (by default on the embedded database only),
 * demo content. Also completes the steps that a killed process left: it adds the demo content, and returns
 * the generated password until it was shown once. `demoJudgeCode` is the code of the demo judge, when the
 * demo content was added.
 */
export const completeFirstStartAndGetAdmin = async (
  { config, database, files }: Pick<Core, 'config' | 'database' | 'files'>,
  { log, root }: { log: { info: (text: string) => void }; root: string },
): Promise<{ initialAdmin: InitialAdmin | null; demoJudgeCode: string | null }> => {
  const { db } = database
  const admin = await seedAdminAndBaseDataIfNew({ config, database })
  const steps = new Map(
    (await db.select().from(pendingFirstStartSteps)).map(({ step, value }) => [step, value]),
  )
  let demoJudgeCode: string | null = null
  if (steps.has('demo')) {
    if (config.DEMO ?? database.embedded)
      demoJudgeCode = (await seedDemoContentIfMissing({ db, files, log, root }))?.judgeCode ?? null
    await db.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'demo'))
  }
  if (steps.has('score-log')) await startScoreLogsOnce(db)
  if (steps.has('score-log-participants')) await completeScoreLogsOnce(db)
  const markAsShown = async () => {
    await db.delete(pendingFirstStartSteps).where(eq(pendingFirstStartSteps.step, 'show-password'))
  }
  const encryptedAdmin = steps.get('show-password')
  if (encryptedAdmin) {
    const encryption = createFieldEncryption(config)
    const stored = JSON.parse(
      encryption.decrypt(encryptedAdmin, 'first_start_steps.value', 'show-password'),
    ) as {
      email: string
      password: string
    }
    return { initialAdmin: { ...stored, markAsShown }, demoJudgeCode }
  }
  return { initialAdmin: admin ? { email: admin.email, markAsShown } : null, demoJudgeCode }
}

/**
 * Throws a `StartError` when a key is missing. Computes the hashes with the current key, and logs how many
 * other values have an old key.
 */
const prepareEncryptedValues = async (
  { pool }: Database,
  encryption: FieldEncryption,
  log: FastifyBaseLogger,
) => {
  await assertCiphertextKeysKnown(pool, encryption)
  if (encryption.keyIds.length === 1) return
  const { repeated, damaged } = await reencryptHashedValuesOfOldKey(pool, encryption)
  if (repeated.length + damaged.length > 0) log.error({ repeated, damaged }, 'values keep their old key')
  const count = (await countOldCiphertextsByColumn(pool, encryption)).reduce(
    (sum, each) => sum + each.count,
    0,
  )
  if (count > 0)
    log.warn({ count }, 'values are encrypted with an old key: npm run keys:reencrypt changes them')
  else
    log.warn(
      'all values are encrypted with the current key: SECRET_KEY_OLD and the file secret-key-old can be removed',
    )
}

/**
 * Opens the database, the files, the job queue and email. Migrates the database, and fills it on the first
 * start. `close` closes all of them.
 */
export const openMigrateAndSeedInstallation = async (
  settings: Config,
  log: FastifyBaseLogger,
  root: string,
) => {
  ensureDataFolder(settings.DATA_DIR)
  const database = await openDatabaseOrStartEmbedded({
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
    const invalidator = createCacheTagBus(await openCacheTagPubSub(database, log))
    await migrateDatabaseAndGrantRights(database, `${root}/server/platform/db/migrations`)
    const files = createFileStore(settings)
    const config = { ...settings, ...loadOrCreateSecretKeys(settings) }
    const encryption = createFieldEncryption(config)
    await prepareEncryptedValues(database, encryption, log)
    const jobs = createPostgresJobQueue(database, log)
    const emails = await startEmailQueue(
      { config, encryption, jobs, database, invalidator },
      log,
      () => getEmailSettings({ config, database }),
      createAnnouncementDeliveryLog(database),
    )
    const core: Core = { config, database, encryption, files, jobs, emails, invalidator }
    const { initialAdmin, demoJudgeCode } = await completeFirstStartAndGetAdmin(core, { log, root })
    await recalculateAfterSoftwareUpdate(core)
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
    // before the database frees space with its end
    const reason = await wrapErrorIfDiskIsFull(settings.DATA_DIR, error)
    await database.close()
    throw reason
  }
}
