/** What an organizer should know before an import, and how much was imported. */
export const importWarnings = {
  'no-national-ids':
    'This file has no national IDs: {{count}} members are imported without them, and the site can’t check whether they are in another team.',
  'masked-emails': 'The email addresses in this file are masked: participants are recognized by team number or name.',
  'outside-event-days':
    'Some times are outside the days of the event ({{days}}). Slots: {{count}}. The first is in line {{line}}: {{time}}.',
  'imported-before': 'This file was imported before: on {{time}} by {{name}}.',
  'attempts-exist':
    'The ranking already has {{count}} of these attempts, with the same participant, mission, score and time. They would count twice.',
  'teams-exist': 'There are already teams with the same name in the same competition ({{count}}): {{names}}.',
  'teams-repeated': 'Several lines have a team with the same name in the same competition: {{names}}.',
  'people-exist': 'Members with the same name and date of birth are already in a team of the same competition ({{count}}): {{names}}.',
  imported: {
    teams_one: '{{formatted}} team imported.',
    teams_other: '{{formatted}} teams imported.',
    scores_one: '{{formatted}} attempt imported.',
    scores_other: '{{formatted}} attempts imported.',
    users_one: '{{formatted}} user imported.',
    users_other: '{{formatted}} users imported.',
    faqs_one: '{{formatted}} question imported.',
    faqs_other: '{{formatted}} questions imported.',
    schedule_one: '{{formatted}} slot imported.',
    schedule_other: '{{formatted}} slots imported.',
  },
} as const
