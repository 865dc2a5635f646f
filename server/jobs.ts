import type { JobName } from '#contract/platform/status.schema.ts'
import { secondsPerDay, secondsPerHour } from '#contract/platform/time.ts'
import { createUserErasureService } from './accounts/privacy/service.ts'
import { createRegistrationService } from './accounts/registration/service.ts'
import { createRateLimitedPasswordCheck } from './accounts/session/service.ts'
import type { Core } from './deps.ts'
import { createEntityRevertsAndPurges } from './entities.ts'
import { createJudgeService } from './event/judges/service.ts'
import { purgeExpiredPrintFiles } from './event/print-files/service.ts'
import { createRankingFreezeService } from './event/scores/service.ts'
import { purgeOldIdempotencyKeys } from './event/scores/write/queries-entries.ts'
import { purgeExpiredRemovedScores } from './event/scores/write/queries-removed-scores.ts'
import { createPaymentAndRefundService, deleteExpiredPayerDetails } from './money/payments/service.ts'
import { createGuardianEmailService } from './people/guardian-confirmations/send-emails.ts'
import { createTeamEmailService } from './people/team-emails/service.ts'
import { createDueTeamPlacesUpdater } from './people/teams/place-service.ts'
import { createTeamDraftService } from './people/teams/team-submission.ts'
import { deleteExpiredAuditEntries } from './platform/audit/service.ts'
import { purgeOldTasks } from './platform/background-tasks/service.ts'
import { createBackupWriterAndPruner } from './platform/backups/service.ts'
import type { Log } from './platform/db/log.ts'
import type { RecurringJob } from './platform/lib/job-queue.ts'
import { purgeAndCountEndedRateLimits } from './platform/lib/limiters.ts'
import { getReadOnlyMode } from './platform/settings/read-only-mode.ts'
import { removeDayOldOrphanFiles } from './platform/uploads/orphan-files.ts'
import { createDueAnnouncementSender } from './site/announcements/send.ts'
import { createWaitingRegistrantNotifier } from './site/downloads/service.ts'
import { createMediaService } from './site/media/service.ts'
import { createUploadService } from './site/media/upload-service.ts'

/** A daily job is retried twice after a failure. Its runs are stored for a month. */
const dailyOptions = {
  retryLimit: 2,
  retryDelay: 600,
  expireInSeconds: secondsPerHour,
  deleteAfterSeconds: 30 * secondsPerDay,
}
/** A job that runs every minute is not retried before its next time. Its runs are stored for an hour. */
const everyMinuteOptions = { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: secondsPerHour }

/**
 * A backup may take hours. When its process ends, the heartbeat fails the job within a minute, and another
 * process retries it.
 */
const backupOptions = { ...dailyOptions, expireInSeconds: secondsPerDay - 1, heartbeatSeconds: 60 }

/** Runs all functions, also when one of them fails. Returns the sum of their results. */
const purgeAll = async (purges: readonly (() => Promise<number>)[]): Promise<number> => {
  const results = await Promise.allSettled(purges.map((purge) => purge()))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} kinds of records could not be purged`)
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

/** The daily times of the jobs that purge deleted records. */
const purgeTimes = [
  ['purge-users', '15 1 * * *'],
  ['purge-teams', '20 1 * * *'],
  ['purge-events', '25 1 * * *'],
  ['purge-contents', '30 1 * * *'],
  ['purge-messages', '32 1 * * *'],
  ['purge-announcements', '34 1 * * *'],
] as const satisfies [JobName, string][]

/**
 * The jobs that also run while the site is read-only. A ranking is frozen at its time then, too: its scores do not
 * change meanwhile, but the freeze hides the awards.
 */
const jobsOfReadOnlyMode: ReadonlySet<JobName> = new Set<JobName>(['write-backup', 'freeze-rankings'])

/**
 * Creates the recurring jobs of an installation with these settings. Their times are UTC. While the site is
 * read-only, only those in `jobsOfReadOnlyMode` do their work.
 */
export const createRecurringJobs = (core: Core, log: Log): RecurringJob<JobName>[] => {
  const privacy = createUserErasureService({
    ...core,
    checkPassword: createRateLimitedPasswordCheck(core),
  })
  const payments = createPaymentAndRefundService(core)
  const places = createDueTeamPlacesUpdater(core)
  const teamEmails = createTeamEmailService(core)
  const guardianEmails = createGuardianEmailService(core)
  const comparePayments = async () => {
    const { checked, differences } = await payments.reconcile()
    if (differences.length > 0)
      log.warn(`the comparison with the payment gateway found ${differences.length} differences`)
    return checked
  }
  const writeBackup = async () => {
    const { name, rows, files } = await createBackupWriterAndPruner(core).writeToPlace(log)
    log.info({ backup: name, rows, files }, 'a backup was written')
    return rows
  }
  /** In the read-only mode, the job returns that it handled no record. It handles what is due after the mode. */
  const runUnlessReadOnly = (run: () => Promise<number>) => async () =>
    (await getReadOnlyMode(core)).isOn ? 0 : run()
  const purges = Object.values(createEntityRevertsAndPurges(core)).flatMap((entity) =>
    'purge' in entity ? [entity.purge] : [],
  )
  const jobs: RecurringJob<JobName>[] = [
    {
      name: 'erase-personal-data',
      cron: '5 1 * * *',
      run: () => privacy.eraseDueUsers(log),
      options: dailyOptions,
    },
    ...purgeTimes.map(([name, cron]) => ({
      name,
      cron,
      options: dailyOptions,
      run: () => purgeAll(purges.flatMap(({ job, run }) => (job === name ? [run] : []))),
    })),
    {
      name: 'purge-team-drafts',
      cron: '35 1 * * *',
      run: createTeamDraftService(core).purge,
      options: dailyOptions,
    },
    {
      name: 'purge-registrations',
      cron: '40 1 * * *',
      run: createRegistrationService(core).purge,
      options: dailyOptions,
    },
    {
      name: 'purge-idempotency-keys',
      cron: '45 1 * * *',
      run: () => purgeOldIdempotencyKeys(core.database.db),
      options: dailyOptions,
    },
    {
      name: 'purge-rate-limits',
      cron: '47 1 * * *',
      run: () => purgeAndCountEndedRateLimits(core.database.db),
      options: dailyOptions,
    },
    {
      name: 'purge-removed-scores',
      cron: '48 1 * * *',
      run: () => purgeExpiredRemovedScores(core.database.db),
      options: dailyOptions,
    },
    {
      name: 'purge-audit-log',
      cron: '49 1 * * *',
      run: () => deleteExpiredAuditEntries(core.database.db),
      options: dailyOptions,
    },
    {
      name: 'purge-payer-details',
      cron: '51 1 * * *',
      run: () => deleteExpiredPayerDetails(core.database.db),
      options: dailyOptions,
    },
    {
      name: 'purge-judges',
      cron: '53 1 * * *',
      run: () => createJudgeService(core).purge(),
      options: dailyOptions,
    },
    {
      name: 'purge-orphan-files',
      cron: '50 1 * * *',
      run: () => removeDayOldOrphanFiles(core),
      options: dailyOptions,
    },
    {
      name: 'purge-uploads',
      cron: '52 * * * *',
      run: () =>
        purgeAll([
          createUploadService(core, createMediaService(core)).purge,
          () => purgeExpiredPrintFiles(core),
          () => purgeOldTasks(core.database.db),
        ]),
      options: dailyOptions,
    },
    {
      name: 'send-announcements',
      cron: '* * * * *',
      run: createDueAnnouncementSender(core).sendDue,
      options: everyMinuteOptions,
    },
    {
      name: 'send-team-mails',
      cron: '* * * * *',
      run: async () => (await teamEmails.sendTeamEmails()) + (await guardianEmails.sendRequests()),
      options: everyMinuteOptions,
    },
    {
      name: 'send-reminders',
      cron: '11 * * * *',
      run: async () => (await teamEmails.sendReminders()) + (await guardianEmails.sendReminders()),
      options: dailyOptions,
    },
    {
      name: 'notify-registrants',
      cron: '*/5 * * * *',
      run: createWaitingRegistrantNotifier(core).notify,
      options: everyMinuteOptions,
    },
    {
      name: 'freeze-rankings',
      cron: '* * * * *',
      run: createRankingFreezeService(core).freezeAllDue,
      options: everyMinuteOptions,
    },
    { name: 'update-team-places', cron: '* * * * *', run: places.updatePlaces, options: everyMinuteOptions },
  ]
  if (core.config.BACKUP_URL !== undefined)
    jobs.push({
      name: 'write-backup',
      cron: core.config.BACKUP_CRON,
      run: writeBackup,
      options: backupOptions,
    })
  if (payments.configured)
    jobs.push(
      {
        name: 'poll-payments',
        cron: '* * * * *',
        run: () => payments.poll(log),
        options: everyMinuteOptions,
      },
      { name: 'compare-payments', cron: '17 2 * * *', run: comparePayments, options: dailyOptions },
    )
  return jobs.map((job) =>
    jobsOfReadOnlyMode.has(job.name) ? job : { ...job, run: runUnlessReadOnly(job.run) },
  )
}
