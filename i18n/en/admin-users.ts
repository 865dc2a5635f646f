/** Texts of the back office's pages about users. */
export const adminUsers = {
  name: 'Name',
  activeStates: { yes: 'Active', no: 'Inactive' },
  activate: 'Activate',
  deactivate: 'Deactivate',
  secondFactor: 'Two-step verification',
  on: 'On',
  off: 'Off',
  lastSignIn: 'Last sign-in',
  never: 'Never',
  created: 'Created',
  sections: {
    picture: 'Photo',
    person: 'Personal details',
    registered: 'Registration details',
    role: 'Role',
    password: 'Password',
    provider: 'Sign-in provider',
  },
  provider: {
    intro:
      'An invitation by email lets the user link an account at {{provider}} and sign in with it. It works once and expires in 3 days.',
    invite: 'Send invitation',
    removeText:
      'Signing in with it will no longer be possible. The password stays as it is. The user will be signed out on all devices.',
  },
  newPassword: 'Password',
  confirm: 'Confirm password',
  passwordHint:
    'At least {{min}} characters. Leave empty to let the user set one with “Forgot your password?”.',
  passwordEditHint:
    'At least {{min}} characters. Leave empty to keep the current one. A new password signs the user out everywhere.',
  own: 'This is your own account. Change your email and password in your profile. Only another administrator can change your role.',
  minor: 'Minor',
  nationalIdKept: 'Stored: {{id}}. Leave empty to keep it, or enter a new one to replace it.',
  nationalIdHint: 'Saudi ID, Iqama or Egyptian ID. Stored encrypted and shown masked.',
  ageFollows: 'Calculated from the date of birth.',
  emailConfirmed: 'Email confirmed',
  notConfirmed: 'Not confirmed',
  guardianOf: '{{name}}, {{contact}}: consented on {{day}} (text version: {{version}})',
  noGuardian: 'No consent on record.',
  leaving: 'Erasure',
  leavingKinds: { asked: 'Erasure requested', unused: 'Inactive for years' },
  erasure: {
    title: 'Erase the data of {{name}}',
    asked: 'Requested by the user on {{day}}. Without a decision, the account is erased on {{due}}.',
    notAsked: 'The user hasn’t requested this here. Only erase the account if they asked for it another way.',
    what: 'The account, its personal data and its unpaid teams are permanently erased. Scores stay without a name, and payments with their amount and receipt. This can’t be undone.',
    open: 'Erasure was requested on {{day}}.',
    unused:
      'This account hasn’t been used for years. The owner was notified on {{day}}. The account is erased one month later.',
    refusalReason: 'Reason for declining',
    reasonHint:
      'Only needed if you decline. It is emailed to the user and stays in the audit log until the user is erased.',
    ground: 'Reason',
    groundHint: 'Stored in the audit log without the user’s name.',
    refuse: 'Decline',
    erase: 'Erase now',
    decide: 'Review',
    eraseThis: 'Erase this person’s data',
  },
  toProfile: 'Go to your profile',
  importUsers: {
    title: 'Import CSV',
    intro:
      'Choose a CSV file with column names in the first row, such as an exported one. First name, email and phone are required. Gender is male or female, role is student or coach, level is its name or a number from 0 to 4, and active is yes or no. Administrators and passwords aren’t imported. Users set a password with “Forgot your password?”. You’ll see a preview before anything is imported, and can leave out rows with problems.',
    count_one: '{{count}} user',
    count_other: '{{count}} users',
  },
  regionsHint:
    'Without a region the account works for all of them. With regions it sees and changes only their teams, payments and events, reads events without a region, and can’t use pages about the whole site.',
  regionsNotForAdministration: 'An account with the permission “Administration” works for all regions.',
  allRegions: 'All regions',
  unlistedRegion: 'an inactive or deleted region',
  limitedTo: 'Limited to {{regions}}',
  permissionsHint: 'Administration includes all other permissions.',
  permissionHints: {
    content: 'Events, FAQs, partners, organizers and settings',
    registration: 'Teams, users, messages and downloads, without national IDs',
    finance: 'Payments, refunds and receipts',
    results: 'Scores, rules, judging, freeze and reveal, protests, certificates, simulator keys',
    privacy: 'National IDs, exports with personal data and erasures',
    administration: 'Everything, including the permissions of other users',
  },
} as const

/** Texts of the back office's list of simulator downloads. */
export const adminRegistrants = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  platform: 'System',
  userType: 'Role',
  at: 'Date',
  platforms: { win: 'Windows', mac: 'Mac' },
  userTypes: { student: 'Student', coach: 'Coach' },
} as const

/** Texts of the profile page. */
export const adminAccount = {
  title: 'Profile',
  tabs: {
    data: 'Your data',
    password: 'Password',
    secondFactor: 'Two-step verification',
    provider: 'Sign-in provider',
    sessions: 'Your devices',
  },
  data: {
    section: 'About you',
    emailHint: 'Used to sign in.',
  },
  secondFactor: {
    on: 'On',
    off: 'Off',
    intro:
      'When it’s on, signing in requires your password and a second step: a code from an app on your phone, or a passkey.',
    codesLeft_one: '{{count}} recovery code left.',
    codesLeft_other: '{{count}} recovery codes left.',
    setUp: 'Set up',
    begin: 'Set up an app',
    again: 'Set up again',
    scan: 'Scan this QR code with an authenticator app',
    picture: 'QR code for the authenticator app',
    typed: 'If you can’t scan it, enter this key in the app:',
    copy: 'Copy',
    copied: 'Copied',
    code: '6-digit code from the app',
    confirm: 'Turn on',
    codesTitle: 'Your recovery codes',
    codesIntro:
      'Use them when you don’t have your phone or security key. Each code works once. They won’t be shown again, so save them in a safe place now.',
    save: 'Save as file',
    kept: 'I’ve saved them',
    end: 'Turn off',
    change: 'Change',
    changeIntro:
      'Setting it up again or turning it off requires your password. While it’s off, your password alone is enough to sign in.',
    changeIntroWithoutApp:
      'Setting up an authenticator app or turning two-step verification off requires your password. While it’s off, your password alone is enough to sign in.',
    password: 'Your password',
  },
  passkeys: {
    title: 'Passkeys',
    intro:
      'A passkey replaces the code from the app: a security key, your phone or this device. Codes and recovery codes keep working.',
    introOff:
      'A security key, your phone or this device can be your second step. Your first passkey turns two-step verification on.',
    introWithoutApp:
      'A security key, your phone or this device is your second step. Add a second one in case you lose the first. Recovery codes keep working.',
    name: 'Name',
    nameHint: 'For example “Key in the office”.',
    since: 'Added',
    lastUsed: 'Last used',
    never: 'Never',
    add: 'Add a passkey',
    remove: 'Remove',
    removeOf: 'Remove {{name}}',
    removeSure: 'Remove the passkey {{name}}?',
    unused: 'No passkey was added. Please try again.',
    known: 'This device already has a passkey of your account.',
    unsupported: 'This browser can’t use passkeys here. They need a site with https.',
  },
  provider: {
    intro: 'With a linked account at {{provider}}, you sign in without your password here.',
    none: 'No account is linked.',
    issuer: 'Provider',
    since: 'Linked',
    lastUsed: 'Last used',
    never: 'Never',
    link: 'Link an account at {{provider}}',
    remove: 'Remove link',
    removeSure: 'Remove this link?',
    removeText:
      'Signing in with it will no longer be possible. The password stays as it is. You’ll be signed out on all other devices.',
  },
  sessions: {
    intro: 'If you don’t recognize a device, sign it out and change your password.',
    device: 'Device',
    address: 'IP address',
    since: 'Signed in',
    endOthersSure: 'Sign out on all other devices?',
    only: 'You’re signed in on this device only.',
  },
} as const
