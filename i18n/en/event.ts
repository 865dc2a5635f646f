/** Texts of events: their cards and their pages. */
export const event = {
  live: 'Live',
  tags: 'Tags',
  dates: 'Dates/Time',
  howToPlay: 'How to play',
  rules: 'Rules',
  noDates: 'The dates will be announced here.',
  noHowToPlay: 'How to play will be explained here soon.',
  noRules: 'The rules will be published here soon.',
  noDescription: 'A description will follow.',
  noDate: 'Date to be announced',
  from: 'From {{date}}',
  to: 'to {{date}}',
  level: 'Level',
  all: 'All events',
  banner: 'Picture of the event {{title}}',
} as const
