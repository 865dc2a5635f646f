const otherDevice = 'On another device or in another browser, the page asks for your password.'
const notMe =
  'If this wasn’t you, open the link and press “This wasn’t me”, or ignore this email: nothing happens until the address is confirmed.'

/** Emails about an account and the download of the simulator. */
export const accountEmails = {
  reset: {
    subject: 'Set a new password for {{site}}',
    why: 'We received a request to reset the password of your {{site}} account. Set a new password here:',
    button: 'Set a new password',
    after: [
      'The link works once and expires in {{minutes}} minutes.',
      'If this wasn’t you, you can ignore this email: your password stays the same.',
    ],
  },
  confirm: {
    subject: 'Confirm your address for {{site}}',
    why: 'A {{site}} account was registered with this address. Confirm that it’s yours to sign in:',
    button: 'Confirm address',
    after: [
      'The link works once and expires on {{day}}. After that, the registration is deleted.',
      otherDevice,
      notMe,
    ],
  },
  known: {
    subject: 'You already have a {{site}} account',
    why: 'Someone tried to register a new {{site}} account with this address. You already have an account: sign in, or reset your password if you’ve forgotten it.',
    button: 'Sign in',
    after: [
      'If this wasn’t you, you can ignore this email: nothing has changed, and nothing about you was revealed.',
    ],
  },
  newAddress: {
    subject: 'Confirm your new address for {{site}}',
    why: 'This will be the new email address of your {{site}} account. Confirm that it’s yours:',
    button: 'Confirm address',
    after: [
      'The link works once and expires in {{days}} days. Until you confirm, your old address stays in use.',
      otherDevice,
      notMe,
    ],
  },
  addressChanging: {
    subject: 'The address of your {{site}} account',
    why: 'We received a request to change the email address of your {{site}} account to {{email}}. It changes once that address is confirmed.',
    after: [
      'If this wasn’t you, someone knows your password: change it immediately under “My data” and contact the organizers.',
    ],
  },
  addressChanged: {
    subject: 'The address of your {{site}} account was changed',
    why: 'The new email address of your {{site}} account has been confirmed. Emails about your account no longer go to this address.',
    after: ['If this wasn’t you, contact the organizers immediately through the support page.'],
  },
  addressReplaced: {
    subject: 'The address of your {{site}} account was changed',
    why: 'The organizers changed the email address of your {{site}} account. Emails about your account no longer go to this address, and you can’t sign in with it anymore.',
    after: ['If you didn’t ask for this, contact the organizers immediately through the support page.'],
  },
  addressToConfirm: {
    subject: 'Confirm your address for {{site}}',
    why: 'The organizers set this as the email address of your {{site}} account. Confirm that it’s yours:',
    button: 'Confirm address',
    after: ['The link works once and expires in {{days}} days.', otherDevice, notMe],
  },
  addressUnconfirmed: {
    subject: 'Confirm your address for {{site}}',
    why: 'You asked for this link in your {{site}} account. Confirm that this address is yours:',
    button: 'Confirm address',
    after: ['The link works once and expires in {{days}} days.', otherDevice, notMe],
  },
  wrongCodes: {
    subject: 'Failed sign-in attempts on your {{site}} account',
    why: 'Someone entered the correct password of your {{site}} account and then {{count}} wrong verification codes. They didn’t get in. If this wasn’t you, someone knows your password: change it immediately.',
    button: 'Set a new password',
    after: [
      'After {{max}} wrong codes within an hour, no code is accepted until the hour is over.',
      'If this was you, check that the time on your phone is correct, or use one of your recovery codes.',
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    why: 'The password of your {{site}} account was changed. If this was you, you don’t need to do anything. If it wasn’t, set a new password immediately.',
    button: 'Set a new password',
    after: ['You’ve been signed out on all other devices.'],
  },
  secondFactorReplaced: {
    subject: 'Two-step verification was set up again',
    why: 'Two-step verification of your {{site}} account was set up with a new authenticator app. Codes of an earlier app and earlier recovery codes no longer work. If this wasn’t you, set a new password immediately.',
    button: 'Set a new password',
    after: ['You’ve been signed out on all other devices.'],
  },
  printFileReady: {
    subject: 'Your PDF file is ready',
    why: 'The PDF file that you created for {{event}} is ready. Download it in the back office:',
    button: 'Download',
    after: [
      'The file is deleted after {{hours}} hours. It may have names of children: please don’t pass it on.',
    ],
  },
  secondFactorDisabled: {
    subject: 'Two-step verification was turned off',
    why: 'Two-step verification was turned off for your {{site}} account: your password alone is now enough to sign in. If this wasn’t you, set a new password immediately.',
    button: 'Set a new password',
    after: ['You can turn it on again in your account at any time.'],
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    why: 'A passkey was added to the two-step verification of your {{site}} account. If this was you, you don’t need to do anything. If it wasn’t, set a new password and remove the passkey in your profile.',
    button: 'Set a new password',
    after: ['You see and remove your passkeys in your profile.'],
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account',
    why: 'A passkey was removed from the two-step verification of your {{site}} account. If this wasn’t you, set a new password immediately.',
    button: 'Set a new password',
    after: ['Your other second steps work as before.'],
  },
  providerInvitation: {
    subject: 'Sign in to {{site}} with {{provider}}',
    why: 'You can sign in to the back office of {{site}} with your account at {{provider}}. Link it to your account here:',
    button: 'Link my account',
    after: [
      'The link works once and expires in {{days}} days.',
      'Please don’t pass this email on: whoever opens the link first can sign in as you.',
    ],
  },
  providerLinked: {
    subject: 'A sign-in provider was linked to your account',
    why: 'Your {{site}} account was linked to an account at {{provider}}, which can now sign in as you. If this was you, you don’t need to do anything. If it wasn’t, set a new password and remove the link in your profile.',
    button: 'Set a new password',
    after: ['You see and remove the linked accounts in your profile.'],
  },
  providerUnlinked: {
    subject: 'A sign-in provider was removed from your account',
    why: 'The link between your {{site}} account and an account at {{provider}} was removed. You sign in with your password from now on. If you don’t have one, set one here:',
    button: 'Set a new password',
    after: [
      'You’ve been signed out on all other devices.',
      'If you didn’t expect this, contact the administrators of the site.',
    ],
  },
  erasureAsked: {
    subject: 'Your {{site}} account will be erased',
    why: 'You asked us to erase your {{site}} account and your personal data. This will happen on {{day}}. Until then, you can sign in and withdraw the request under “My data”.',
    button: 'Go to my data',
    after: [
      'Your scores will remain without your name. Payment records, with the name and contact details of the adult who paid, are kept for {{paymentYears}} years after the year of the payment, as accounting law requires.',
      'If this wasn’t you, sign in, withdraw the request and change your password.',
    ],
  },
  erasureRefused: {
    subject: 'Your request to erase your {{site}} account',
    why: 'The organizers couldn’t erase your account at this time. Reason: {{reason}}',
    after: [
      'If you disagree, contact the organizers through the support page. You can submit a new request at any time.',
    ],
  },
  erased: {
    subject: 'Your {{site}} account has been erased',
    why: 'Your {{site}} account and your personal data have been erased. Your scores remain without your name. Payment records, with the name and contact details of the adult who paid, are kept for {{paymentYears}} years after the year of the payment, as accounting law requires.',
    after: ['Thank you for taking part. This is the last email to this address.'],
  },
  unused: {
    subject: 'Your {{site}} account will be erased',
    why: 'Your {{site}} account hasn’t been used for {{years}} years. We don’t keep personal data longer than needed, so it will be erased on {{day}}. To keep it, sign in before that date.',
    button: 'Sign in',
    after: [
      'Your scores will remain without your name. Payment records, with the name and contact details of the adult who paid, are kept for {{paymentYears}} years after the year of the payment, as accounting law requires.',
    ],
  },
  simulatorReady: {
    subject: 'The simulator for {{system}} is available',
    why: 'You asked for the simulator of {{site}} for {{system}}. You can download it now:',
    button: 'Download the simulator',
    after: [
      'You’re receiving this email once because you registered before the simulator was available for your system.',
    ],
  },
} as const
