/** Texts of the forms about one's own account, which the account pages and the profile page of administrators share. */
export const accountForms = {
  emailPassword: 'Your password',
  emailPasswordHint: 'Required to change your email address.',
  password: {
    intro: 'Changing your password signs you out on all other devices.',
    current: 'Current password',
    next: 'New password',
    nextHint: 'At least {{min}} characters. A sentence that only you know works well.',
    confirm: 'Confirm new password',
    submit: 'Change password',
  },
  sessions: {
    deviceName: '{{browser}} on {{system}}',
    unknownDevice: 'Unknown device',
    current: 'This device',
    lastSeen: 'Last used',
    end: 'Sign out',
    endOf: 'Sign out: {{device}}',
    endOthers: 'Sign out on all other devices',
  },
} as const
