/** Labels of the fields of a user, and of their options. The keys are those of `contract/user.fields.ts`. */
export const userFields = {
  labels: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    gender: 'Gender',
    age: 'Age',
    role: 'Role',
    permissions: 'Permissions',
    regionIds: 'Regions',
    missionType: 'Level',
    active: 'Active',
    birthDate: 'Date of birth',
    school: 'School',
    nationalId: 'National ID',
    lang: 'Email language',
    avatar: 'Photo',
    guardian: 'Guardian',
    guardianName: 'Guardian’s name',
    guardianContact: 'Guardian’s phone or email',
  },
  options: {
    gender: { '0': 'Male', '1': 'Female' },
    role: { student: 'Student', coach: 'Coach', admin: 'Administrator' },
    permissions: {
      content: 'Content',
      registration: 'Registration',
      finance: 'Finance',
      results: 'Results',
      privacy: 'Privacy',
      administration: 'Administration',
    },
    reason: {
      asked: 'Requested by the user',
      unused: 'Inactive for years',
      guardian: 'Requested by a guardian',
      authority: 'Required by an authority',
      duplicate: 'Duplicate account',
    },
  },
  notGiven: 'Not specified',
  phoneSaved: 'Will be saved as {{number}}',
  phoneHint: 'With country code, such as +966 …',
} as const

/**
 * Texts of the forms about one's own account, which the account pages and the profile page of administrators
 * share.
 */
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
