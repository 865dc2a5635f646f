import { accountEmails } from './emails-account.ts'
import { guardianEmails, resultEmails, teamEmails, teamNotes } from './emails-teams.ts'

/** Texts of emails, used by the server only. `{{…}}` is a placeholder. */
export const emails = {
  greeting: 'Hello {{name}}',
  templates: { ...accountEmails, ...teamEmails, ...guardianEmails, ...resultEmails },
  teamNotes,
  teamChanges: { coach: 'Coach', member: 'Member', picture: 'Picture', consent: 'Guardian’s consent' },
  paidWithoutPlace:
    'Automatic notice: the payment of the team “{{team}}” in {{competition}} arrived after the team had lost its place, and no place is free. The team is first on the waiting list. Increase the number of places in the competition, or refund the payment.',
  withdrawnFromEvent:
    'Automatic notice: the owner of the team “{{team}}” in {{competition}} withdrew it. The team is in: {{events}}. If these events are drawn or scheduled, take it out there.',
  memberConflict:
    'Automatic notice: this account tried to register the team “{{team}}” in {{competition}} with a member who is already in another team of the competition. The request was rejected without naming the member. Check the members of both teams with the schools.',
  nationalIdConflict:
    'Automatic notice: this account tried to save a national ID that belongs to another account. The request was rejected without a reason. Ask both people for a document before you correct an ID.',
  guardianRefusedUntold:
    'Automatic notice: the guardian of a member of the team “{{team}}” in {{competition}} declined, and no email could tell the owner or a coach of the team. Please tell them: the member can be replaced or removed.',
  /** The names of the emails that have no template. */
  kinds: {
    announcement: 'Announcement',
    announcementTest: 'Test of an announcement',
    message: 'Message from a visitor',
    issueCopy: 'Copy of a reported issue',
    messageReply: 'Reply to a message',
  },
  announcement: {
    registration:
      'You’re receiving this email because you registered or coach a team on {{site}}, or judge there.',
    news: 'You’re receiving this email because you asked for news from {{site}}. You can unsubscribe from our news at any time.',
    unsubscribe: 'Unsubscribe',
  },
  issueCopy: {
    subject: 'Your report {{reference}} to {{site}}',
    received:
      'We’ve received your report. Your report number is {{reference}}; please keep it for any questions.',
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
