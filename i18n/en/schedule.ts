/**
 * Texts of the published schedule, and links to matches: on the page of an event, the page of a team, and in
 * calendar files.
 */
export const schedule = {
  title: 'Schedule',
  views: { time: 'By time', table: 'By table', team: 'By team' },
  view: 'Order',
  table: 'Table',
  team: 'Team',
  myTeam: 'My team',
  rankOf: 'Rank {{rank}} of {{total}}',
  chooseTeam: 'Choose a team',
  run: 'Table {{table}}, round {{round}}',
  match: 'Table {{table}}, match {{round}}',
  now: 'Now',
  next: 'Next',
  showAll: 'Show the whole schedule',
  showNext: 'Show only what is next',
  over: 'All runs are over.',
  calendarOfTeam: 'Add to calendar',
  matches: 'Groups and matches',
  matchesOfTeam: 'Matches',
} as const
