/** Every recurring job of an installation. */
export const recurringJobNames = [
  'erase-personal-data',
  'purge-users',
  'purge-teams',
  'purge-events',
  'purge-contents',
  'purge-messages',
  'purge-announcements',
  'purge-team-drafts',
  'purge-registrations',
  'purge-idempotency-keys',
  'purge-rate-limits',
  'purge-removed-scores',
  'purge-audit-log',
  'purge-payer-details',
  'purge-judges',
  'purge-orphan-files',
  'purge-uploads',
  'send-announcements',
  'send-team-mails',
  'send-reminders',
  'notify-registrants',
  'freeze-rankings',
  'update-team-places',
  'write-backup',
  'poll-payments',
  'compare-payments',
] as const
export type JobName = (typeof recurringJobNames)[number]

export const jobRunStates = ['succeeded', 'failed', 'running'] as const

/** A recurring job as the back office shows it. `lastRun` is null when no run is known, `count` how many records it handled. Instants are ISO 8601. */
export type Job = {
  name: JobName
  lastRun: { startedAt: string; result: (typeof jobRunStates)[number]; count: number | null } | null
  nextRunAt: string
}
