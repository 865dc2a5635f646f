/** What an organizer should know before an import. */
export const importWarnings = {
  'no-national-ids':
    'This file has no national IDs: {{count}} members are imported without them, and the site can’t check whether they are in another team.',
  'masked-emails': 'The email addresses in this file are masked: participants are recognized by team number or name.',
  'imported-before': 'This file was imported before: on {{time}} by {{name}}.',
  'attempts-exist':
    'The ranking already has {{count}} of these attempts, with the same participant, mission, score and time. They would count twice.',
  'teams-exist': 'There are already teams with the same name in the same competition ({{count}}): {{names}}.',
  'teams-repeated': 'Several lines have a team with the same name in the same competition: {{names}}.',
  'people-exist': 'Members with the same name and date of birth are already in a team of the same competition ({{count}}): {{names}}.',
} as const
