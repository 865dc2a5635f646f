/** Texts of the forms about one's own account, which the account pages and the profile page of administrators share. */
export const accountForms = {
  emailPassword: 'Your password',
  emailPasswordHint: 'A new e-mail address needs it.',
  password: {
    intro: 'You stay signed in here; every other device is signed out when the password changes.',
    current: 'Current password',
    next: 'New password',
    nextHint: 'At least {{min}} characters. A sentence is a good password.',
    confirm: 'New password once more',
    submit: 'Change the password',
  },
  sessions: {
    deviceName: '{{browser}} on {{system}}',
    unknownDevice: 'Unknown device',
    current: 'This device',
    lastSeen: 'Last used',
    end: 'Sign out',
    endOf: 'Sign out: {{device}}',
    endOthers: 'Sign out everywhere else',
  },
} as const
