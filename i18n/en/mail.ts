/** Texts of e-mails, used by the server only. `{{…}}` is a placeholder. */
export const mail = {
  greeting: 'Hello {{name}}',
  signature: 'Botola',
  templates: {
    reset: {
      subject: 'Set a new password for Botola',
      why: 'Somebody, most likely you, asked for a new password for your Botola account. Set it here:',
      button: 'Set a new password',
      after: [
        'The link works once, within {{minutes}} minutes.',
        'If it was not you, you need not do anything: your password stays as it is.',
      ],
    },
    confirm: {
      subject: 'Confirm your address for Botola',
      why: 'Somebody, most likely you, registered a Botola account with this address. Confirm that it is yours, and you can sign in:',
      button: 'Confirm the address',
      after: [
        'The link works once, within {{days}} days. After that the registration is removed.',
        'If it was not you, do not open the link, and nothing will come of it.',
      ],
    },
    known: {
      subject: 'You have a Botola account already',
      why: 'Somebody, most likely you, tried to register a new Botola account with this address. You have one already: sign in, or set a new password if you have forgotten yours.',
      button: 'Sign in',
      after: ['If it was not you, you need not do anything: nothing has changed, and whoever tried was told nothing about you.'],
    },
    identityTaken: {
      subject: 'Your Botola registration',
      why: 'Your registration could not be finished: the national ID or the phone number that you gave belongs to another account. If that account is yours, sign in with it; you can use the national ID or the phone number, too.',
      button: 'Sign in',
      after: ['If it is not yours, or something was mistyped, register again or write to the organizers through the support page.'],
    },
    newAddress: {
      subject: 'Confirm your new address for Botola',
      why: 'This is to be the new address of your Botola account. Confirm that it is yours:',
      button: 'Confirm the address',
      after: ['The link works once, within {{days}} days. Until then the old address stays.', 'If it was not you, do not open the link.'],
    },
    addressChanging: {
      subject: 'The address of your Botola account',
      why: 'Somebody, most likely you, asked for another e-mail address for your Botola account: {{email}}. It changes once that address is confirmed.',
      after: ['If it was not you, somebody knows your password: set a new one at once under ‘My data’, and write to the organizers.'],
    },
    wrongCodes: {
      subject: 'Wrong codes for your Botola account',
      why: 'Somebody signed in to your Botola account with the right password and then typed {{count}} wrong codes of the second factor. Nobody got in. If it was not you, somebody knows your password: set a new one at once.',
      button: 'Set a new password',
      after: [
        'After {{max}} wrong codes within an hour no code is accepted until the hour is over.',
        'If it was you, check that the time on your phone is right, or use one of your recovery codes.',
      ],
    },
    passwordChanged: {
      subject: 'Your password was changed',
      why: 'The password of your Botola account was changed. If it was you, you need not do anything. If it was not you, set a new one at once.',
      button: 'Set a new password',
      after: ['Other devices were signed out.'],
    },
    secondFactorDisabled: {
      subject: 'Your second factor was switched off',
      why: 'The second factor of your Botola account was switched off: signing in needs only the password now. If it was not you, set a new password at once.',
      button: 'Set a new password',
      after: ['You can switch it on again in your profile.'],
    },
    erasureAsked: {
      subject: 'Your Botola account will be erased',
      why: 'You asked us to erase your Botola account and your personal data. It happens on {{day}}. Until then you can sign in and withdraw it under ‘My data’.',
      button: 'To my data',
      after: [
        'Your scores then stay without your name, and records of payments as long as the law asks for them.',
        'If it was not you, sign in, withdraw it, and set a new password.',
      ],
    },
    erasureRefused: {
      subject: 'Your request to erase your Botola account',
      why: 'The organizers could not erase your account now. Their reason: {{reason}}',
      after: ['If you do not agree, write to the organizers through the support page. You can ask again at any time.'],
    },
    erased: {
      subject: 'Your Botola account is erased',
      why: 'Your Botola account and your personal data are erased. Scores stay without your name, and records of payments as long as the law asks for them.',
      after: ['Thank you for having been part of it. This is the last mail to this address.'],
    },
    unused: {
      subject: 'Your Botola account will be erased',
      why: 'Nobody has used your Botola account for {{years}} years. We do not keep personal data longer than needed: the account is erased on {{day}}. If you want to keep it, sign in once before that.',
      button: 'Sign in',
      after: ['Scores then stay without your name, and records of payments as long as the law asks for them.'],
    },
  },
  memberConflict:
    'Notice of the site: this account tried to register the team “{{team}}” in {{competition}} with a member who is already in another team of the competition. It was refused without naming the member. Compare the members of both teams with the schools.',
  message: {
    issue: 'An issue was reported on {{site}}',
    contact: 'A message from the contact form of {{site}}',
    from: 'From: {{name}}',
    email: 'E-mail: {{email}}',
    phone: 'Phone: {{phone}}',
    region: 'Region: {{region}}',
  },
} as const
