/** Emails about registered teams: places, fees, changes and stages. */
export const teamEmails = {
  teamPersonErased: {
    subject: 'Data of a person in your team has been erased',
    why: 'A person in your team {{team}} has left {{site}}, so their personal data and photo have been erased. You keep the team with its other people and results.',
    after: [
      'The person now appears in the team as “Participant”. You can enter someone else while registration is open.',
    ],
  },
  coachInvited: {
    subject: 'Take over your team in {{competition}}',
    why: 'The organizers registered the team {{team}} in {{competition}} on {{site}}, with you as its coach. Take it over to manage it yourself: its people, its fee and the messages about it.',
    button: 'Go to the team',
    after: [
      'Sign in with this email address, or create an account with it and confirm it. Then take over the team on its page.',
      'If you don’t know this team, ignore this email.',
    ],
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
    after: [
      'If no place is free then, the team joins the waiting list. If you’ve paid, contact the organizers.',
    ],
  },
  placeGiven: {
    subject: 'Your team has a place',
    why: 'A place in {{competition}} has become free, and your team {{team}} now has it. Pay the fee by {{day}} to keep it.',
    button: 'Go to the team',
    after: [
      'If you no longer want to take part, withdraw the team on its page, so that another team can have the place.',
    ],
  },
  placeGivenWithoutDeadline: {
    subject: 'Your team has a place',
    why: 'A place in {{competition}} has become free, and your team {{team}} now has it.',
    button: 'Go to the team',
    after: [
      'If you no longer want to take part, please tell the organizers, so that another team can have the place.',
    ],
  },
  teamRegistered: {
    subject: 'Your team is registered',
    why: 'Your team {{team}} is registered in {{competition}}.',
    button: 'Go to the team',
    after: ['You can change the team on its page while registration is open.'],
  },
  teamRegisteredPayBy: {
    subject: 'Your team is registered',
    why: 'Your team {{team}} is registered in {{competition}}. Please pay the fee by {{day}}, so that the team keeps its place.',
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
  paymentRefunded: {
    subject: 'Your payment was refunded',
    why: 'The organizers have refunded {{amount}} for the team {{team}} in {{competition}}. The amount is returned to the card you paid with. This can take a few days.',
    button: 'View the payment',
    after: ['If you have questions, contact the organizers.'],
  },
  paymentPartlyRefunded: {
    subject: 'Part of your payment was refunded',
    why: 'The organizers have refunded {{amount}} for the team {{team}} in {{competition}}. The amount is returned to the card you paid with. This can take a few days.',
    button: 'View the payment',
    after: ['Refunded in total: {{refunded}} of {{paid}}.', 'If you have questions, contact the organizers.'],
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
    after: [
      'If this is a mistake, or you have paid a fee, contact the organizers soon. They can restore the team for 30 days.',
    ],
  },
  leaveApproved: {
    subject: 'Your team has been withdrawn',
    why: 'The organizers approved your request: your team {{team}} has been withdrawn from {{competition}}.',
    button: 'Go to my teams',
    after: [
      'If the organizers refund the fee, we’ll email you. If you didn’t pay online, contact the organizers about the fee.',
    ],
  },
  leaveApprovedAndRefunded: {
    subject: 'Your team has been withdrawn',
    why: 'The organizers approved your request: your team {{team}} has been withdrawn from {{competition}}.',
    button: 'Go to my teams',
    after: ['Your fee has been refunded; we’ve emailed you about it.'],
  },
  leaveApprovedAndPartlyRefunded: {
    subject: 'Your team has been withdrawn',
    why: 'The organizers approved your request: your team {{team}} has been withdrawn from {{competition}}.',
    button: 'Go to my teams',
    after: [
      'The organizers have refunded {{refunded}} of {{paid}}.',
      'If you have questions, contact the organizers.',
    ],
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
    why: 'The organizers undid the advancement of your team {{team}} from {{event}}. The team doesn’t advance to the next stage ({{stage}}).',
    button: 'Go to the team',
    after: ['If you have questions, contact the organizers.'],
  },
  leaveDeclined: {
    subject: 'Your withdrawal request was declined',
    why: 'The organizers declined your request to withdraw your team {{team}} from {{competition}}. The team keeps its place.',
    button: 'Go to the team',
    after: ['If you have questions, contact the organizers.'],
  },
  closingUnpaid: {
    subject: 'Registration closes soon, and your team hasn’t paid',
    why: 'Registration for {{competition}} closes on {{day}}, and the fee of your team {{team}} hasn’t been paid yet.',
    button: 'Go to the team',
    after: ['If you’ve paid another way, contact the organizers before that date.'],
  },
  closingIncomplete: {
    subject: 'Registration closes soon, and your team isn’t complete',
    why: 'Registration for {{competition}} closes on {{day}}. Your team {{team}} doesn’t have as many coaches and members as the competition requires.',
    button: 'Go to the team',
    after: [
      'After that date, you can only replace or remove members whose guardian declined; the organizers can change everything else.',
    ],
  },
  paymentDue: {
    subject: 'The fee of your team is due soon',
    why: 'The fee of your team {{team}} in {{competition}} is due on {{day}}. After that, the team can lose its place.',
    button: 'Go to the team',
    after: ['If you’ve paid another way, contact the organizers before that date.'],
  },
} as const

/** What a team lacks, added to the emails above, and what follows when a guardian declines. */
export const teamNotes = {
  refused: 'The guardian of {{child}} declined. Replace the member, or talk to the guardian.',
  refusedTooLate:
    'The guardian of {{child}} declined, and the member can no longer be replaced. If you have questions, contact the organizers.',
  replaceMember:
    'The next step is to replace or remove this member. You can also do that after registration has closed, until the event begins.',
  tooLateToReplace: 'The member can no longer be replaced. If you have questions, contact the organizers.',
  paymentWaits: 'Before that, the fee can’t be paid.',
  deadlineStands: 'Meanwhile, the payment deadline stands still, for seven days at most.',
  place: 'The team has no place yet: it is on the waiting list. We’ll email you as soon as it has one.',
  people: 'The team doesn’t have as many coaches and members as the competition requires yet.',
  payment: 'The next step is to pay the fee.',
  guardians:
    'The guardians of the members under 18 haven’t all confirmed yet that they take part. The page of the team shows who is missing, and there you can send the links again.',
  nothing: 'Nothing is missing.',
} as const

/** Emails about the confirmations of guardians. */
export const guardianEmails = {
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
  guardianRequestForSeveral: {
    subject: 'Your answer is needed: the participation of your children',
    why: 'You are named on {{site}} as the parent or guardian of {{children}}. Children under 18 take part only if a parent or guardian agrees. Please read what you’re asked to agree to, and answer for each child here:',
    button: 'Read and answer',
    after: [
      'You don’t need an account. The link is for you personally and works for {{days}} days.',
      'If you don’t know one of these children, choose “I do not agree” for that child on the page, or ignore this email.',
    ],
  },
  guardianReminderForSeveral: {
    subject: 'Reminder: we need your answer about the participation of your children',
    why: 'Registration closes on {{day}}, and no parent or guardian has answered yet for {{children}}. Please read what you’re asked to agree to, and answer for each child here:',
    button: 'Read and answer',
    after: [
      'You don’t need an account. The link is for you personally and works for {{days}} days.',
      'If you don’t know one of these children, choose “I do not agree” for that child on the page, or ignore this email.',
    ],
  },
  guardianRefused: {
    subject: 'A guardian declined: {{team}}',
    why: 'The parent or guardian of {{child}} doesn’t agree that {{child}} takes part in {{competition}} with your team {{team}}.',
    button: 'Go to the team',
    after: ['You can also talk to the guardian, who can still change the answer with the same link.'],
  },
  guardiansMissing: {
    subject: 'Registration closes soon, and guardian confirmations are missing',
    why: 'Registration for {{competition}} closes on {{day}}. In your team {{team}}, not every guardian of a member under 18 has confirmed yet.',
    button: 'Go to the team',
    after: [
      'The page of the team shows who is missing. There you can email the link again or copy it. We’ve also reminded the guardians whose email address we have.',
    ],
  },
} as const

/** Emails about results, protests and the score log. */
export const resultEmails = {
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
