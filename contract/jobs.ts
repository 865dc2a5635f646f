/** Every recurring job of an installation. */
export const jobNames = [
  'erase-personal-data',
  'purge-users',
  'purge-teams',
  'purge-events',
  'purge-contents',
  'purge-team-drafts',
  'purge-registrations',
  'purge-idempotency-keys',
  'purge-orphan-files',
  'poll-payments',
  'compare-payments',
] as const
export type JobName = (typeof jobNames)[number]
