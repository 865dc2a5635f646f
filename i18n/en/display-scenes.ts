/** The scenes of the display other than the ranking, which the display loads when a screen shows one. */
export const displayScenes = {
  tables: {
    title: 'Now and next',
    caption: 'Now and next at the tables of {{event}}',
    table: 'Table',
    now: 'Now',
    next: 'Next',
    until: 'until {{time}}',
    match: 'match {{number}}',
    none: 'No more rounds',
    unpublished: 'The schedule isn’t published yet.',
  },
  timer: { title: 'Match timer', paused: 'Paused', over: 'Time is up' },
  podium: {
    final: 'Top three',
    current: 'Top three so far',
    hidden: 'The podium follows once the ranking is revealed.',
  },
  sponsors: 'Our partners',
} as const
