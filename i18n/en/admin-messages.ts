/** Texts of the back office's list of messages. */
export const adminMessages = {
  title: 'Messages',
  name: 'Name',
  at: 'When',
  kind: 'Kind',
  kinds: { issue: 'Reported issue', contact: 'Contact form' },
  message: 'Message',
  state: 'Status',
  states: { new: 'New', answered: 'Answered', closed: 'Closed' },
  stateOf: 'Status of {{name}}’s message',
  reply: 'Reply to {{name}} by email',
  read: 'Read',
  subject: 'Your message to {{site}}',
} as const
