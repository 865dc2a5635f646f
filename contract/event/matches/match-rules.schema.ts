import { z } from '../../platform/z.ts'
import { rankingOrders } from '../scoring/rule-set.ts'
import { decimal, ruleSetKeyField, ruleSetLabelField } from '../scoring/rule-set-fields.schema.ts'

/** Maximum numbers of the parts of the rules of matches. Groups have a letter as their name. */
export const matchLimits = {
  teamsPerSide: 3,
  standing: 12,
  deciders: 5,
  groups: 26,
  places: 40,
  knockOuts: 4,
  pairs: 64,
  combinations: 500,
} as const

/** What the table of the matches between equal sides compares, in order. */
export const headToHeadValues = ['points', 'difference', 'scored'] as const
export type HeadToHeadValue = (typeof headToHeadValues)[number]

/**
 * A key of the standing of a group: a value of the matches of a side, the matches between equal sides, or the
 * lot.
 */
const matchStandingKey = z
  .discriminatedUnion('of', [
    z.object({ of: z.literal('points') }),
    z.object({ of: z.literal('wins') }),
    z.object({ of: z.literal('difference').describe('scored minus conceded') }),
    z.object({ of: z.literal('scored') }),
    z.object({
      of: z.literal('field').describe('the sum of a field of the score sheet, for example fair play'),
      field: ruleSetKeyField,
      order: z.enum(rankingOrders),
    }),
    z.object({
      of: z
        .literal('headToHead')
        .describe(
          'the place in the table of the matches between the sides that are equal in all earlier keys',
        ),
      apply: z
        .enum(['restart', 'once'])
        .describe(
          '`once`: sides that are equal in that table stay equal; `restart`: when the table separates some of its sides, those that are still equal get a table of the matches between them alone, and so on',
        ),
      by: z.array(z.enum(headToHeadValues)).min(1).max(headToHeadValues.length),
    }),
    z.object({ of: z.literal('lot').describe('the lots of the draw') }),
  ])
  .meta({ id: 'MatchStandingKey' })
export type MatchStandingKey = z.infer<typeof matchStandingKey>

const place = z.number().int().min(1).max(matchLimits.places)
const count = z.number().int().min(1).max(matchLimits.places)
const drawMethod = z
  .enum(['seed', 'lot'])
  .describe(
    '`seed`: by the order of the sides, the strongest first and as late against each other as possible; `lot`: at random',
  )

/** Groups in which each side meets each other one. */
const groupRules = z.object({
  count: z
    .number()
    .int()
    .min(1)
    .max(matchLimits.groups)
    .describe('how many groups; they are called A, B and so on'),
  legs: z.number().int().min(1).max(2).describe('how often two sides meet'),
  draw: drawMethod,
  unevenGroups: z
    .enum(['all', 'leaveOutLast'])
    .describe(
      'how sides of groups of different sizes are compared: by `all` matches, or without those against sides on places that the smallest group does not have',
    ),
})

/**
 * A side of the first round of a knock-out: `A1` is the first of group A, `best2` the second of `best`,
 * `seed3` the third of the draw where there are no groups. Null: no side, so the other one advances without a
 * match.
 */
const slot = z
  .string()
  .regex(/^(?:[A-Z]|best|seed)[1-9]\d?$/)
  .nullable()

const groupLetters = z
  .string()
  .max(matchLimits.groups)
  .regex(/^[A-Z]+$/)

/** A knock-out. Its entrants come from the groups; without groups all sides enter it. */
const knockOut = z.object({
  key: ruleSetKeyField,
  label: ruleSetLabelField,
  places: z
    .object({ from: place, to: place })
    .exactOptional()
    .describe('the places of each group that enter; required where there are groups'),
  best: z
    .object({ count, place })
    .exactOptional()
    .describe('the best `count` sides on this place of all groups enter, too'),
  draw: drawMethod.describe(
    'without `pairs`. By seed after groups: first those on the first place in the order of the standing, and so on; two of a group may meet at once',
  ),
  bestOf: z
    .union([z.literal(1), z.literal(3)])
    .describe('how many matches two sides have at most; who wins more of them advances'),
  thirdPlace: z.boolean().describe('the losers of the semi-finals play for the third place'),
  losers: z
    .enum(['share', 'standing'])
    .describe(
      'those who lose in the same round share a rank, or are in the order of the standing of the groups',
    ),
  pairs: z
    .array(z.tuple([slot, slot]))
    .min(1)
    .max(matchLimits.pairs)
    .exactOptional()
    .describe('who meets whom in the first round: 1, 2, 4, 8 … pairs'),
  next: z
    .array(z.array(z.tuple([place, place])).max(matchLimits.pairs))
    .max(Math.log2(matchLimits.pairs))
    .exactOptional()
    .describe(
      'for each later round, whose winners meet: positions of pairs of the round before. Without it neighbours meet: 1 and 2, 3 and 4',
    ),
  combinations: z
    .array(z.object({ from: groupLetters, order: groupLetters }))
    .max(matchLimits.combinations)
    .exactOptional()
    .describe(
      'the groups that the `best` come from decide who of them is `best1`, `best2` and so on: for `from`, the letters in alphabetical order, `order` has the group of each. Without it they are in the order of the standing',
    ),
})
export type KnockOutRules = z.infer<typeof knockOut>

/**
 * The rules of an event that is played in matches between two sides. The score sheet of a side is that of the
 * only group of rounds.
 */
export const matchRules = z
  .object({
    teamsPerSide: z
      .number()
      .int()
      .min(1)
      .max(matchLimits.teamsPerSide)
      .describe('more than 1: alliances, whose teams stay together'),
    winningScore: z
      .enum(rankingOrders)
      .describe('whether the side with the higher or the lower points on its sheet wins a match'),
    points: z.object({ win: decimal, draw: decimal, loss: decimal }),
    standing: z
      .array(matchStandingKey)
      .min(1)
      .max(matchLimits.standing)
      .describe('in order: a later key decides between sides equal in all earlier ones'),
    deciders: z
      .array(z.object({ field: ruleSetKeyField, order: z.enum(rankingOrders) }))
      .max(matchLimits.deciders)
      .describe(
        'the fields that decide a drawn match of a knock-out, in order, for example extra time and shoot-out. Without one a drawn match is played again: only a result with a winner is recorded',
      ),
    walkover: z
      .object({ winner: decimal, loser: decimal })
      .describe(
        'the scores of a match to which a side did not come, or which it lost by disqualification. Its fields do not count',
      ),
    withdrawal: z
      .enum(['annul', 'walkover'])
      .describe(
        'what the group matches of a side that has withdrawn count as: none of them counts, or those that were not played are walkovers',
      ),
    groups: groupRules.exactOptional(),
    knockOuts: z.array(knockOut).max(matchLimits.knockOuts),
  })
  .describe('the event is played in matches; the standing replaces `rankingKeys`')
  .meta({ id: 'MatchRules' })
export type MatchRules = z.infer<typeof matchRules>
