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
  webhook: {
    title: 'Webhook for the score log',
    off: 'Not set up',
    waiting_one: '{{count}} request is waiting to be sent.',
    waiting_other: '{{count}} requests are waiting to be sent.',
    retrying_one: '{{count}} request failed and will be retried. Check the address in the settings.',
    retrying_other: '{{count}} requests failed and will be retried. Check the address in the settings.',
    failed_one: '{{count}} request couldn’t be sent in the last 30 days. Check the address in the settings.',
    failed_other: '{{count}} requests couldn’t be sent in the last 30 days. Check the address in the settings.',
  },
  payment: {
    title: 'Online payment',
    on: 'Set up',
    off: 'Not set up',
    demo: 'Demo: no real money is charged.',
    test: 'Test mode is on: no real money is charged.',
  },
  backup: { title: 'Last backup', none: 'No backup has been made yet.' },
  disk: {
    title: 'Disk',
    free: '{{free}} GB of {{total}} GB free',
    low: 'The disk is almost full.',
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
