import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'

const { points } = ruleSetLimits

/** The template of RoboSports, with the codes of its labels. */
export const roboSportsTemplate = {
  template: 'robosports',
  groups: [
    {
      // a game of the competition has three matches; here a match is a game, which the side with more game points wins
      key: 'game',
      label: 'game',
      rounds: [{ key: 'game', label: 'game' }],
      combine: 'best',
      fields: [
        // counts of balls are recorded without points, because the rules that turn them into points are not
        // public; the keys are those of the score sheets of teams
        {
          kind: 'count',
          key: 'm1_fbs',
          label: ['fbs', 1],
          isRequired: false,
          min: -points,
          max: points,
          pointsPerUnit: 0,
        },
        {
          kind: 'count',
          key: 'm1_obs',
          label: ['obs', 1],
          isRequired: false,
          min: -points,
          max: points,
          pointsPerUnit: 0,
        },
        {
          kind: 'count',
          key: 'm2_fbs',
          label: ['fbs', 2],
          isRequired: false,
          min: -points,
          max: points,
          pointsPerUnit: 0,
        },
        {
          kind: 'count',
          key: 'm2_obs',
          label: ['obs', 2],
          isRequired: false,
          min: -points,
          max: points,
          pointsPerUnit: 0,
        },
        {
          kind: 'count',
          key: 'm3_fbs',
          label: ['fbs', 3],
          isRequired: false,
          min: -points,
          max: points,
          pointsPerUnit: 0,
        },
        {
          kind: 'count',
          key: 'm3_obs',
          label: ['obs', 3],
          isRequired: false,
          min: -points,
          max: points,
          pointsPerUnit: 0,
        },
        {
          kind: 'measure',
          key: 'points',
          label: 'gamePoints',
          min: 0,
          max: 100,
          step: 1,
          pointsPerUnit: 1,
        },
        {
          kind: 'count',
          key: 'extra_match',
          label: 'extraMatch',
          isRequired: false,
          min: 0,
          max: 100,
          pointsPerUnit: 0,
        },
        {
          kind: 'count',
          key: 'jury_votes',
          label: 'juryVotes',
          isRequired: false,
          min: 0,
          max: 100,
          pointsPerUnit: 0,
        },
      ],
    },
  ],
  disqualification: { points: 0, timeMs: null },
  rankingKeys: [{ of: 'total', value: 'points', order: 'high' }],
  matches: {
    teamsPerSide: 1,
    winningScore: 'high',
    points: { win: 3, draw: 1, loss: 0 },
    standing: [
      { of: 'points' },
      { of: 'difference' },
      { of: 'scored' },
      { of: 'headToHead', apply: 'once', by: ['points', 'difference', 'scored'] },
      { of: 'lot' },
    ],
    deciders: [
      { field: 'extra_match', order: 'high' },
      { field: 'jury_votes', order: 'high' },
    ],
    walkover: { winner: 3, loser: 0 },
    withdrawal: 'annul',
    groups: { count: 4, legs: 1, draw: 'lot', unevenGroups: 'all' },
    knockOuts: [
      {
        key: 'finals',
        label: 'finals',
        places: { from: 1, to: 2 },
        draw: 'seed',
        bestOf: 1,
        thirdPlace: true,
        losers: 'share',
        pairs: [
          ['A1', 'B2'],
          ['C1', 'D2'],
          ['B1', 'A2'],
          ['D1', 'C2'],
        ],
      },
    ],
  },
} as const
