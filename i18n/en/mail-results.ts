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
} as const
