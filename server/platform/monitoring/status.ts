import { readFileSync } from 'node:fs'
import type { InstallationStatus } from '#contract/platform/status.schema.ts'
import type { Core } from '#server/deps.ts'
import { findLastBackupDate } from '#server/platform/backups/service.ts'
import { readAppliedMigrationTimestamps } from '#server/platform/db/migrate.ts'
import { countUnknownKeyCiphertextsByColumn } from '#server/platform/db/reencrypt.ts'
import { readLowestDiskSpace } from '#server/platform/lib/data-folder.ts'
import { getReadOnlyMode } from '#server/platform/settings/read-only-mode.ts'
import { getEmailSettings } from '#server/platform/settings/service.ts'
import { countJobsByQueueAndState, countOverdueErasures } from './queries.ts'

const waitingStates = new Set(['created', 'retry', 'active'])

/** Tells whether a site with demo content takes its payments with the stand-in gateway. */
export type GetPaymentMode = () => Promise<{ demo: boolean }>

/** Reads the state of an installation for the status page. */
export const readInstallationStatus = async (
  core: Core,
  getPaymentMode: GetPaymentMode,
): Promise<InstallationStatus> => {
  const { config, database, encryption, emails, jobs } = core
  const { db } = database
  const isBackupScheduled = config.BACKUP_URL !== undefined
  const [
    jobCounts,
    lastBackupAt,
    backupJob,
    overdueErasures,
    unreadable,
    disk,
    paymentMode,
    emailSettings,
    readOnlyMode,
  ] = await Promise.all([
    countJobsByQueueAndState(db),
    findLastBackupDate(db),
    isBackupScheduled ? jobs.status({ name: 'write-backup', cron: config.BACKUP_CRON }) : undefined,
    countOverdueErasures(db),
    countUnknownKeyCiphertextsByColumn(database.pool, encryption),
    readLowestDiskSpace(config.DATA_DIR),
    getPaymentMode(),
    getEmailSettings({ config, database }),
    getReadOnlyMode({ config, database }),
  ])
  const countJobs = (name: string, isCounted: (state: string) => boolean) =>
    jobCounts.reduce(
      (sum, { queue, state, count }) => (queue === name && isCounted(state) ? sum + count : sum),
      0,
    )
  const failedBackupAt = backupJob?.lastRun?.result === 'failed' ? backupJob.lastRun.startedAt : undefined
  const isConfigured = config.TELR_STORE !== undefined && config.TELR_AUTH_KEY !== undefined
  return {
    readOnlyMode,
    mail: {
      enabled: emails.isEnabled,
      waiting: countJobs('mail', (state) => waitingStates.has(state)),
      failed: countJobs('mail', (state) => state === 'failed'),
      pausedClasses: [...emailSettings.pausedEmailClasses],
    },
    payment: {
      configured: isConfigured,
      test: isConfigured && Boolean(config.TELR_TEST),
      demo: paymentMode.demo,
    },
    backup: {
      lastAt: lastBackupAt?.toISOString() ?? null,
      isScheduled: isBackupScheduled,
      hasFailed: failedBackupAt !== undefined && failedBackupAt > (lastBackupAt ?? 0),
    },
    disk,
    overdueErasures,
    unreadableValues: unreadable.reduce((sum, { count }) => sum + count, 0),
  }
}

/**
 * In milliseconds: `timeout` is how long a check may take before it counts as failed, `reuse` is how long its
 * result is used again.
 */
const readinessTimesMs = { timeout: 2000, reuse: 1000 }

type Readiness = { database: boolean; migrations: boolean; files: boolean; disk: boolean }

const succeeds = async (check: () => Promise<boolean>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), readinessTimesMs.timeout)
  })
  try {
    return await Promise.race([check(), timeout])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates the check whether this process can answer requests: its database has the newest migration of
 * `root`, its files can be written, and the disk is not full.
 */
export const createReadinessCheck = ({ config, database, files }: Core, root: string) => {
  const journal = JSON.parse(
    readFileSync(`${root}/server/platform/db/migrations/meta/_journal.json`, 'utf8'),
  ) as {
    entries: { when: number }[]
  }
  const newest = Math.max(...journal.entries.map(({ when }) => when))

  const check = async (): Promise<Readiness> => {
    const [isConnected, isMigrated, isWritable, hasSpace] = await Promise.all([
      succeeds(async () => (await database.pool.query('select 1')).rowCount === 1),
      succeeds(async () => (await readAppliedMigrationTimestamps(database.pool)).includes(newest)),
      succeeds(async () => {
        await files.check()
        return true
      }),
      succeeds(async () => !(await readLowestDiskSpace(config.DATA_DIR)).isFull),
    ])
    return { database: isConnected, migrations: isMigrated, files: isWritable, disk: hasSpace }
  }
  let last: { at: number; result: Promise<Readiness> } | undefined
  /** Returns the result of the last second, or checks again. Never throws. */
  return (): Promise<Readiness> => {
    if (!last || performance.now() - last.at > readinessTimesMs.reuse)
      last = { at: performance.now(), result: check() }
    return last.result
  }
}
