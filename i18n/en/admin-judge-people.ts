/** Texts of the back office about the people who judge for the organizer. */
export const adminJudgePeople = {
  fields: {
    name: 'Name',
    email: 'Email address',
    languages: 'Languages',
    competitionIds: 'Competitions',
    people: 'People',
    person: 'Person',
  },
  section: 'Person',
  changed: 'Updated',
  emailHint: 'Optional. It tells apart people of the same name.',
  languagesHint: 'In which the person can judge.',
  competitionsHint: 'Whose rules the person knows.',
  listHint:
    'People who judge for you, in any event. To let them judge, add them in the tab “Judges” of the event: there they get a code.',
  personHint: 'Links this judge to a person in the list “Judges”. Names are never matched.',
  deleteHint:
    'Deleting a person permanently also erases the name in the events where this person was a judge. Sheets and results stay.',
  choose: 'Choose people',
  chooseHint: 'Found by name or email address. People who are judges of this event already are left out.',
  search: 'Search for people',
  selectShown: 'Select all shown',
  deselect: 'Deselect all',
  selected_one: '{{count}} person selected',
  selected_other: '{{count}} people selected',
  shownOf: '{{shown}} of {{total}} people are shown. Search to find others.',
  nobody: 'No people found',
  importJudges: {
    title: 'Import CSV',
    intro:
      'One line for each person. Several languages or competitions in a cell are separated by semicolons. A file exported from this list can be imported again elsewhere.',
    count_one: '{{count}} person',
    count_other: '{{count}} people',
  },
} as const
