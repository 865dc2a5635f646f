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
    demoWarning: 'Every team can be paid without real money. Set up Telr or remove the demo content before the site goes into service.',
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
