/** Emails about results, protests and the score log. */
export const resultMails = {
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
    why: 'The organizers accepted your protest in {{event}}. Their reply: {{answer}}',
    button: 'Open my results',
    after: ['If a score changes, you’ll see it in your results.'],
  },
  protestRejected: {
    subject: 'Your protest was rejected',
    why: 'The organizers rejected your protest in {{event}}. Their reply: {{answer}}',
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
  scoreLogAddressChanged: {
    subject: 'The score log of {{site}} no longer goes to this address',
    why: 'An administrator of {{site}} changed or removed the email address for the score log. The hashes of published results no longer go to this address.',
    after: [
      'If you didn’t expect this, contact the organizers immediately through a channel other than the site.',
      'Keep the emails you’ve received: they still prove what the score log contained until then.',
    ],
  },
} as const
