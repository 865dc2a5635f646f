/** Texts of emails, used by the server only. `{{…}}` is a placeholder. */
export const mail = {
  greeting: 'Hello {{name}}',
  templates: {
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
        'The link works once and expires in {{days}} days. After that, the registration is deleted.',
        'If this wasn’t you, don’t open the link; no account will be created.',
      ],
    },
    known: {
      subject: 'You already have a {{site}} account',
      why: 'Someone tried to register a new {{site}} account with this address. You already have an account: sign in, or reset your password if you’ve forgotten it.',
      button: 'Sign in',
      after: ['If this wasn’t you, you can ignore this email: nothing has changed, and nothing about you was revealed.'],
    },
    identityTaken: {
      subject: 'Your {{site}} registration',
      why: 'Your registration couldn’t be completed: the national ID or phone number you entered belongs to another account. If that account is yours, sign in to it; you can also use the national ID or phone number to sign in.',
      button: 'Sign in',
      after: ['If it isn’t yours, or if something was mistyped, register again or contact the organizers through the support page.'],
    },
    newAddress: {
      subject: 'Confirm your new address for {{site}}',
      why: 'This will be the new email address of your {{site}} account. Confirm that it’s yours:',
      button: 'Confirm address',
      after: [
        'The link works once and expires in {{days}} days. Until you confirm, your old address stays in use.',
        'If this wasn’t you, don’t open the link.',
      ],
    },
    addressChanging: {
      subject: 'The address of your {{site}} account',
      why: 'We received a request to change the email address of your {{site}} account to {{email}}. It changes once that address is confirmed.',
      after: ['If this wasn’t you, someone knows your password: change it immediately under “My data” and contact the organizers.'],
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
      after: ['The link works once and expires in {{days}} days.', 'If you don’t have an account, don’t open the link.'],
    },
    wrongCodes: {
      subject: 'Failed sign-in attempts on your {{site}} account',
      why: 'Someone entered the correct password of your {{site}} account and then {{count}} wrong verification codes. They did not get in. If this wasn’t you, someone knows your password: change it immediately.',
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
    secondFactorDisabled: {
      subject: 'Two-step verification was turned off',
      why: 'Two-step verification was turned off for your {{site}} account: your password alone is now enough to sign in. If this wasn’t you, set a new password immediately.',
      button: 'Set a new password',
      after: ['You can turn it on again in your profile.'],
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
      after: ['If you disagree, contact the organizers through the support page. You can submit a new request at any time.'],
    },
    erased: {
      subject: 'Your {{site}} account has been erased',
      why: 'Your {{site}} account and your personal data have been erased. Your scores remain without your name. Payment records, with the name and contact details of the adult who paid, are kept for {{paymentYears}} years after the year of the payment, as accounting law requires.',
      after: ['Thank you for taking part. This is the last email to this address.'],
    },
    teamPersonErased: {
      subject: 'Data of a person in your team has been erased',
      why: 'A person in your team {{team}} has left {{site}}, so their personal data and photo have been erased. The team, its other people and its results stay with you.',
      after: ['The person now appears in the team as “Participant”. You can enter someone else while registration is open.'],
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
      after: ['You’re receiving this email once because you registered before the simulator was available for your system.'],
    },
    placeExpiring: {
      subject: 'Pay for your team to keep its place',
      why: 'The fee of your team {{team}} in {{competition}} hasn’t been paid yet. Its place is kept until {{day}}. After that, the place goes to the next team.',
      button: 'Go to the team',
      after: ['If you’ve paid another way, contact the organizers before that date.'],
    },
    placeLapsed: {
      subject: 'Your team has lost its place',
      why: 'The fee of your team {{team}} in {{competition}} wasn’t paid in time, so the team no longer has a place. Its data is kept: while registration is open, you can register it again on its page.',
      button: 'Go to the team',
      after: ['If no place is free then, the team joins the waiting list. If you’ve paid, contact the organizers.'],
    },
    placeGiven: {
      subject: 'Your team has a place',
      why: 'A place in {{competition}} has become free, and your team {{team}} now has it. Pay the fee by {{day}} to keep it.',
      button: 'Go to the team',
      after: ['If you no longer want to take part, withdraw the team on its page, so that another team can have the place.'],
    },
    placeGivenWithoutDeadline: {
      subject: 'Your team has a place',
      why: 'A place in {{competition}} has become free, and your team {{team}} now has it.',
      button: 'Go to the team',
      after: ['If you no longer want to take part, please tell the organizers, so that another team can have the place.'],
    },
    teamRegistered: {
      subject: 'Your team is registered',
      why: 'Your team {{team}} is registered in {{competition}}. Nothing is missing.',
      button: 'Go to the team',
      after: ['You can change the team on its page while registration is open.'],
    },
    teamRegisteredPay: {
      subject: 'Your team is registered',
      why: 'Your team {{team}} is registered in {{competition}}. The next step is to pay the fee.',
      button: 'Go to the team',
      after: ['You can change the team on its page while registration is open.'],
    },
    teamRegisteredPayBy: {
      subject: 'Your team is registered',
      why: 'Your team {{team}} is registered in {{competition}}. The next step is to pay the fee by {{day}}, so that the team keeps its place.',
      button: 'Go to the team',
      after: ['You can change the team on its page while registration is open.'],
    },
    teamWaiting: {
      subject: 'Your team is on the waiting list',
      why: 'All places in {{competition}} are taken. Your team {{team}} is on the waiting list, and we’ll email you as soon as it has a place.',
      button: 'Go to the team',
      after: ['Its page shows its position on the list.'],
    },
    paymentReceived: {
      subject: 'We’ve received your payment',
      why: 'Thank you! We’ve received {{amount}} for your team {{team}} in {{competition}}.',
      button: 'View the receipt',
      after: ['Sign in to view and print the receipt.'],
    },
    paymentRecorded: {
      subject: 'Your team is marked as paid',
      why: 'The organizers have marked your team {{team}} in {{competition}} as paid.',
      button: 'Go to the team',
      after: [],
    },
    teamChanged: {
      subject: 'The organizers changed your team',
      why: 'The organizers changed your team {{team}} in {{competition}}: {{fields}}.',
      button: 'Go to the team',
      after: ['If something is wrong, please tell the organizers.'],
    },
    teamDeleted: {
      subject: 'The organizers removed your team',
      why: 'The organizers removed your team {{team}} from {{competition}}.',
      button: 'Go to my teams',
      after: ['If this is a mistake, or you have paid a fee, contact the organizers soon. They can restore the team for 30 days.'],
    },
    leaveApproved: {
      subject: 'Your team has left the competition',
      why: 'The organizers approved your request: your team {{team}} no longer takes part in {{competition}}.',
      button: 'Go to my teams',
      after: ['If you have questions about a refund, contact the organizers.'],
    },
    teamAdvanced: {
      subject: 'Your team advances: {{stage}}',
      why: 'Congratulations! Your team {{team}} ranked {{rank}} in {{event}} and advances to the next stage: {{stage}}.',
      button: 'Go to the team',
      after: [],
    },
    teamAdvancedToEvent: {
      subject: 'Your team advances to {{target}}',
      why: 'Congratulations! Your team {{team}} ranked {{rank}} in {{event}}, advances to the next stage ({{stage}}) and takes part in {{target}}.',
      button: 'Go to the team',
      after: [],
    },
    teamAdvanceUndone: {
      subject: 'Correction: your team doesn’t advance',
      why: 'The organizers took back the advancement of your team {{team}} after {{event}}. The team doesn’t advance to the next stage ({{stage}}).',
      button: 'Go to the team',
      after: ['If you have questions, contact the organizers.'],
    },
    leaveDeclined: {
      subject: 'Your request to leave was declined',
      why: 'The organizers declined your request to leave {{competition}}. Your team {{team}} keeps its place.',
      button: 'Go to the team',
      after: ['If you have questions, contact the organizers.'],
    },
    closingUnpaid: {
      subject: 'Registration closes soon, and your team has not paid',
      why: 'Registration for {{competition}} closes on {{day}}, and the fee of your team {{team}} hasn’t been paid yet.',
      button: 'Go to the team',
      after: ['If you’ve paid another way, contact the organizers before that date.'],
    },
    closingIncomplete: {
      subject: 'Registration closes soon, and your team is not complete',
      why: 'Registration for {{competition}} closes on {{day}}. Your team {{team}} doesn’t have as many coaches and members as the competition requires.',
      button: 'Go to the team',
      after: ['After that date, only the organizers can change the team. Any unpaid fee is also due.'],
    },
    paymentDue: {
      subject: 'The fee of your team is due soon',
      why: 'The fee of your team {{team}} in {{competition}} is due on {{day}}. After that, the team can lose its place.',
      button: 'Go to the team',
      after: ['If you’ve paid another way, contact the organizers before that date.'],
    },
    guardianRequest: {
      subject: 'Your answer is needed: a child’s participation in {{competition}}',
      why: '{{child}} is registered in the team {{team}} for {{competition}} on {{site}}. Children under 18 take part only if a parent or guardian agrees. Please read what you’re asked to agree to, and answer here:',
      button: 'Read and answer',
      after: [
        'You don’t need an account. The link is for you personally and works for {{days}} days.',
        'If you don’t know this child, choose “I do not agree” on the page, or ignore this email.',
      ],
    },
    guardianReminder: {
      subject: 'Reminder: we need your answer about a child’s participation in {{competition}}',
      why: 'Registration for {{competition}} closes on {{day}}. {{child}} is in the team {{team}}, and no parent or guardian has answered yet. Please read what you’re asked to agree to, and answer here:',
      button: 'Read and answer',
      after: [
        'You don’t need an account. The link is for you personally and works for {{days}} days.',
        'If you don’t know this child, choose “I do not agree” on the page, or ignore this email.',
      ],
    },
    guardiansMissing: {
      subject: 'Registration closes soon, and guardian confirmations are missing',
      why: 'Registration for {{competition}} closes on {{day}}. In your team {{team}}, not every guardian of a member under 18 has confirmed yet.',
      button: 'Go to the team',
      after: [
        'The page of the team shows who is missing. There you can email the link again or copy it. We’ve also reminded the guardians whose email address we have.',
      ],
    },
    result: {
      subject: 'The results of {{event}} are out',
      why: '{{event}} is over. You ranked {{rank}} of {{total}}.',
      button: 'View the ranking',
      after: ['Thank you for taking part!'],
    },
    teamResult: {
      subject: 'The results of {{event}} are out',
      why: '{{event}} is over. Your team {{team}} ranked {{rank}} of {{total}}.',
      button: 'View the ranking',
      after: ['Thank you for taking part!'],
    },
    protestAccepted: {
      subject: 'Your protest was accepted',
      why: 'The organizers accepted your protest in {{event}}. Their answer: {{answer}}',
      button: 'Open my results',
      after: ['If a score changes, you’ll see it in your results.'],
    },
    protestRejected: {
      subject: 'Your protest was rejected',
      why: 'The organizers rejected your protest in {{event}}. Their answer: {{answer}}',
      button: 'Open my results',
      after: [],
    },
    scoreLogHead: {
      subject: 'The score log of {{event}}: row {{sequence}}',
      why: 'Results of {{event}} were published. Row {{sequence}} of the score log has this hash:',
      after: [
        '{{head}}',
        'Keep this email. Anyone who changes or removes an earlier row can’t produce a log with the same hash; “npm run results:verify” compares them.',
      ],
    },
    scoreLogHeadRevoked: {
      subject: 'The score log of {{event}}: row {{sequence}}',
      why: 'The results of {{event}} were withdrawn. Row {{sequence}} of the score log has this hash:',
      after: [
        '{{head}}',
        'Keep this email. Anyone who changes or removes an earlier row can’t produce a log with the same hash; “npm run results:verify” compares them.',
      ],
    },
  },
  teamChanges: { coach: 'Coach', member: 'Member', picture: 'Picture', consent: 'Guardian’s consent' },
  paidWithoutPlace:
    'Automatic notice: the payment of the team “{{team}}” in {{competition}} arrived after the team had lost its place, and no place is free. The team is first on the waiting list. Increase the number of places in the competition, or refund the payment.',
  memberConflict:
    'Automatic notice: this account tried to register the team “{{team}}” in {{competition}} with a member who is already in another team of the competition. The request was rejected without naming the member. Check the members of both teams with the schools.',
  nationalIdConflict:
    'Automatic notice: this account tried to save a national ID that belongs to another account. The request was rejected without a reason. Ask both people for a document before you correct an ID.',
  announcement: {
    registration: 'You’re receiving this email because you registered or coach a team on {{site}}.',
    news: 'You’re receiving this email because you registered or coach a team on {{site}}. You can unsubscribe from our news at any time.',
    unsubscribe: 'Unsubscribe',
  },
  issueCopy: {
    subject: 'Your report {{reference}} to {{site}}',
    received: 'We’ve received your report. Your report number is {{reference}}; please keep it for any questions.',
    introduction: 'You wrote:',
  },
  messageReply: {
    issue: 'Your report {{reference}} to {{site}}',
    contact: 'Your message {{reference}} to {{site}}',
    quoted: 'On {{at}}, you wrote:',
  },
  message: {
    issue: 'An issue was reported on {{site}}',
    contact: 'A message from the contact form of {{site}}',
    from: 'From: {{name}}',
    email: 'Email: {{email}}',
    phone: 'Phone: {{phone}}',
    region: 'Region: {{region}}',
  },
} as const
