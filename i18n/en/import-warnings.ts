/** What an organizer should know before an import. */
export const importWarnings = {
  'no-national-ids':
    'This file has no national IDs: {{count}} members are imported without them, and the site can’t check whether they are in another team.',
  'masked-emails': 'The email addresses in this file are masked: participants are recognized by team number or name.',
} as const
