import { accountMails } from './mail-account.ts'
import { guardianMails } from './mail-guardians.ts'
import { messageMails } from './mail-messages.ts'
import { resultMails } from './mail-results.ts'
import { teamMails, teamNotes } from './mail-teams.ts'

/** Texts of emails, used by the server only. `{{…}}` is a placeholder. */
export const mail = {
  greeting: 'Hello {{name}}',
  templates: { ...accountMails, ...teamMails, ...guardianMails, ...resultMails },
  teamNotes,
  teamChanges: { coach: 'Coach', member: 'Member', picture: 'Picture', consent: 'Guardian’s consent' },
  paidWithoutPlace:
    'Automatic notice: the payment of the team “{{team}}” in {{competition}} arrived after the team had lost its place, and no place is free. The team is first on the waiting list. Increase the number of places in the competition, or refund the payment.',
  memberConflict:
    'Automatic notice: this account tried to register the team “{{team}}” in {{competition}} with a member who is already in another team of the competition. The request was rejected without naming the member. Check the members of both teams with the schools.',
  nationalIdConflict:
    'Automatic notice: this account tried to save a national ID that belongs to another account. The request was rejected without a reason. Ask both people for a document before you correct an ID.',
  ...messageMails,
} as const
