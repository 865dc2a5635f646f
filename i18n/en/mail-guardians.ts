/** Emails about the confirmations of guardians. */
export const guardianMails = {
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
} as const
