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
  all: 'All events',
  addToCalendar: 'Add to calendar',
  awards: 'Awards',
  preview: {
    title: 'Preview: not published',
    back: 'Back to the form',
    noTitle: 'No title yet',
    ranking: 'The ranking will appear here after publishing.',
  },
} as const
