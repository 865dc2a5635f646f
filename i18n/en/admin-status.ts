/** Texts of the status page of the back office. */
export const adminStatus = {
  title: 'System status',
  mail: {
    title: 'Email',
    off: 'Not set up: the site can’t send emails.',
    waiting_one: '{{count}} email is waiting to be sent.',
    waiting_other: '{{count}} emails are waiting to be sent.',
    failed_one: '{{count}} email couldn’t be sent.',
    failed_other: '{{count}} emails couldn’t be sent.',
  },
  payment: {
    title: 'Online payment',
    on: 'Set up',
    off: 'Not set up',
    demo: 'Demo payment page',
    demoWarning:
      'Every team can be paid without real money. Set up Telr or remove the demo content before the site goes into service.',
    test: 'Test mode is on: no real money is charged.',
  },
  backup: {
    title: 'Last backup',
    none: 'No backup has been made yet.',
    notScheduled: 'Scheduled backups aren’t set up.',
    failed: 'The last scheduled backup failed. The server’s log says why.',
  },
  disk: {
    title: 'Disk',
    free: '{{free}} GB of {{total}} GB free',
    low: 'The disk is almost full.',
    full: 'The disk is full. Changes may not be saved until you free up space.',
  },
  erasures: {
    title: 'Erasure of personal data',
    none: 'No erasures are overdue.',
    overdue_one: '{{count}} erasure is overdue.',
    overdue_other: '{{count}} erasures are overdue.',
    warning: 'Check the result of the job that erases personal data below.',
  },
  encryption: {
    title: 'Encrypted data',
    allReadable: 'All encrypted values can be decrypted.',
    unreadable_one: '{{count}} value can’t be decrypted.',
    unreadable_other: '{{count}} values can’t be decrypted.',
    warning: 'They were encrypted with another key. Add that key to SECRET_KEY_OLD and restart the server.',
  },
} as const

/** Texts about recurring jobs. */
export const adminJobs = {
  title: 'Background jobs',
  intro: 'The system runs these jobs automatically on a schedule.',
  name: 'Job',
  lastRun: 'Last run',
  result: 'Result',
  nextRun: 'Next run',
  notYet: 'Not run yet',
  results: { succeeded: 'Succeeded', failed: 'Failed', running: 'Running' },
  records_one: '{{formatted}} record',
  records_other: '{{formatted}} records',
  names: {
    'erase-personal-data':
      'Erase personal data that is due for erasure, and notify owners of inactive accounts',
    'purge-users': 'Permanently delete users deleted more than 30 days ago',
    'purge-teams': 'Permanently delete teams deleted more than 30 days ago',
    'purge-events': 'Permanently delete events deleted more than 30 days ago',
    'purge-contents': 'Permanently delete competitions and site content deleted more than 30 days ago',
    'purge-messages': 'Permanently delete messages and simulator registrants deleted more than 30 days ago',
    'purge-announcements':
      'Permanently delete announcement drafts deleted more than 30 days ago, and lists of recipients after one year',
    'purge-team-drafts': 'Delete team drafts unchanged for 90 days',
    'purge-registrations': 'Delete registrations with an unconfirmed email address',
    'purge-idempotency-keys': 'Delete stored replies to score submissions older than 7 days',
    'purge-rate-limits': 'Delete expired counts of sign-in attempts and other limits',
    'purge-removed-scores': 'Permanently delete scores deleted more than 30 days ago',
    'purge-audit-log': 'Delete audit log entries older than 3 years',
    'purge-judges': 'Erase the names of judges who have been inactive for a year',
    'purge-payer-details': 'Delete payer details after their retention period',
    'purge-orphan-files': 'Delete pictures and media that belong to no record',
    'purge-uploads': 'Delete uploads that weren’t completed',
    'send-announcements': 'Send announcements that are due',
    'send-team-mails': 'Email team owners about registration, payment and changes',
    'send-reminders': 'Email team owners before deadlines, and participants after events',
    'notify-registrants': 'Email registrants when the simulator becomes available',
    'update-team-places':
      'Remind unpaid teams, release their places and fill free places from the waiting lists',
    'freeze-rankings': 'Freeze rankings at their set time',
    'write-backup': 'Write a backup and delete the oldest ones',
    'poll-payments': 'Check open payments with the payment provider',
    'compare-payments': 'Reconcile all payments with the payment provider',
  },
} as const
