import type { InstallationStatus } from '#contract/status.schema.ts'
import { countUnreadableCiphertexts } from '#server/db/reencrypt.ts'
import type { Core } from '#server/deps.ts'
import { findLastBackupDate } from '#server/features/backups/service.ts'
import { createPaymentService } from '#server/features/payments/service.ts'
import { readDiskSpace } from '#server/lib/data-folder.ts'
import { countJobsByState, countOverdueErasures } from './queries.ts'

const waitingStates = new Set(['created', 'retry', 'active'])

/** Reads the state of an installation for the status page. */
export const readInstallationStatus = async (core: Core): Promise<InstallationStatus> => {
  const { config, database, encryption, emails, jobs } = core
  const { db } = database
  const isBackupScheduled = config.BACKUP_URL !== undefined
  const [jobCounts, lastBackupAt, backupJob, overdueErasures, unreadable, disk, paymentMode] = await Promise.all([
    countJobsByState(db),
    findLastBackupDate(db),
    isBackupScheduled ? jobs.status({ name: 'write-backup', cron: config.BACKUP_CRON }) : undefined,
    countOverdueErasures(db),
    countUnreadableCiphertexts(database.pool, encryption),
    readDiskSpace(config.DATA_DIR),
    createPaymentService(core).getMode(),
  ])
  const countJobs = (name: string, isCounted: (state: string) => boolean) =>
    jobCounts.reduce((sum, { queue, state, count }) => (queue === name && isCounted(state) ? sum + count : sum), 0)
  const failedBackupAt = backupJob?.lastRun?.result === 'failed' ? backupJob.lastRun.startedAt : undefined
  const isConfigured = config.TELR_STORE !== undefined && config.TELR_AUTH_KEY !== undefined
  return {
    mail: {
      enabled: emails.isEnabled,
      waiting: countJobs('mail', (state) => waitingStates.has(state)),
      failed: countJobs('mail', (state) => state === 'failed'),
    },
    payment: { configured: isConfigured, test: isConfigured && Boolean(config.TELR_TEST), demo: paymentMode.demo },
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
