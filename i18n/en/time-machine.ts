/** Texts of the ranking of a past event at an earlier time, loaded when a visitor opens it. */
export const timeMachine = {
  title: 'The ranking as it was',
  intro:
    'Move the slider to see the ranking at an earlier time, or play it from the beginning. Names are shown as they are today.',
  slider: 'Time',
  play: 'Play',
  pause: 'Pause',
  close: 'Close',
  none: 'No earlier rankings are available.',
  failed: 'The ranking couldn’t be loaded. Try again.',
  caption: 'Ranking on {{time}}',
  leader: '{{name}} leads with {{score}}.',
  more: 'The first {{count}} of {{total}} are shown.',
} as const
