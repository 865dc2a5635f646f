/** The handbook in the back office. Its text is in `docs/handbook`. */
export const adminHelp = {
  title: 'Handbook',
  intro: 'The season from the first setting to the certificates. The last chapter runs a final with the demo content.',
  search: 'Search the headings',
  nothingFound: 'No heading matches your search.',
  contents: 'All chapters',
  chapters: 'Chapters',
  previous: 'Previous: {{title}}',
  next: 'Next: {{title}}',
} as const
