/** Texts of events: their cards and their pages. */
export const event = {
  live: 'Live',
  tags: 'Tags',
  dates: 'Dates/Time',
  howToPlay: 'How to play',
  rules: 'Rules',
  noDates: 'The dates will be announced here.',
  noHowToPlay: 'Instructions will be published here soon.',
  noRules: 'The rules will be published here soon.',
  noDescription: 'Description coming soon.',
  noDate: 'Date to be announced',
  from: 'From {{date}}',
  to: 'to {{date}}',
  level: 'Level',
  all: 'All events',
  banner: 'Image of {{title}}',
  preview: {
    title: 'Preview: not published',
    back: 'Back to the form',
    noTitle: 'No title yet',
    ranking: 'After publishing, the ranking is shown here.',
  },
} as const
