/** Texts around announcements, answers and messages that people send through the site. */
export const messageMails = {
  announcement: {
    registration: 'You’re receiving this email because you registered or coach a team on {{site}}.',
    news: 'You’re receiving this email because you asked for news from {{site}}. You can unsubscribe from our news at any time.',
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
