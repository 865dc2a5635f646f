import { localizedText } from '../../platform/fields.schema.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
} from '../../platform/response.schema.ts'
import { z } from '../../platform/z.ts'
import { matchRules } from '../matches/match-rules.schema.ts'
import {
  ruleSetLimits as limits,
  panelCombinations,
  rankingOrders,
  reservedFieldKeys,
  roundCombinations,
  ruleSetTemplateKeys,
  type ScoreSheetFieldKind,
} from './rule-set.ts'
import { decimal, ruleSetKeyField, ruleSetLabelField } from './rule-set-fields.schema.ts'
import { listRuleSetProblems } from './rule-set-problems.ts'

const fieldKeyField = ruleSetKeyField.refine((key) => !reservedFieldKeys.includes(key), {
  params: { code: 'taken' },
})
const milliseconds = z.number().int().min(0).max(limits.timeMs)

/** A condition on another field of the sheet. */
const fieldCondition = z.object({
  field: ruleSetKeyField.describe('a field that stands before this one'),
  option: ruleSetKeyField
    .exactOptional()
    .describe('of a field of the kind `choice`: the option that must be chosen'),
})
export type FieldCondition = z.infer<typeof fieldCondition>

const commonFields = {
  key: fieldKeyField,
  label: ruleSetLabelField,
  onlyIf: fieldCondition
    .exactOptional()
    .describe(
      'the field counts only when the other field counts and is yes, more than 0, or has the option; otherwise it is as if it were empty, and it may be; a round whose times are left out in this way adds no time to a sum of rounds',
    ),
  isPenalty: z.boolean().default(false).describe('shown with the penalties; its points are usually negative'),
}
const countableFields = {
  pointsPerUnit: decimal.describe(
    'points for each unit (for yes), negative for a deduction; 0: the value gives no points',
  ),
  timeMsPerUnit: z
    .number()
    .int()
    .min(-limits.timeMs)
    .max(limits.timeMs)
    .default(0)
    .describe(
      'added to the time of the round for each unit (for yes), negative for a time credit; no time is below 0',
    ),
}
const isRequired = z.boolean().default(true)

/** An option of a field of the kind `choice`. */
const ruleSetChoice = z.object({ key: ruleSetKeyField, label: ruleSetLabelField, points: decimal })
export type ScoreSheetChoice = z.infer<typeof ruleSetChoice>

/**
 * A field of a score sheet. The time of a round is the sum of its recorded fields of the kind `time` and of
 * the times that other fields add. When the sheet has such fields and none has a value, the time of the round
 * is missing, whatever other fields would add.
 */
const scoreSheetField = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('count'),
      ...commonFields,
      isRequired,
      min: z.number().int().min(-limits.points).max(limits.points),
      max: z.number().int().min(-limits.points).max(limits.points),
      step: z.number().int().min(1).max(limits.points).default(1),
      ...countableFields,
    }),
    z.object({
      kind: z.literal('measure'),
      ...commonFields,
      isRequired,
      min: decimal,
      max: decimal,
      step: decimal
        .refine((step) => step > 0, { params: { code: 'too-small', values: { limit: 0.001 } } })
        .default(0.001),
      ...countableFields,
    }),
    z.object({
      kind: z.literal('time'),
      ...commonFields,
      isRequired,
      min: milliseconds.default(0),
      max: milliseconds.describe('milliseconds; a shorter time limit of the group counts'),
    }),
    z.object({ kind: z.literal('yesNo'), ...commonFields, ...countableFields }),
    z.object({
      kind: z.literal('choice'),
      ...commonFields,
      isRequired,
      options: z.array(ruleSetChoice).min(1).max(limits.choices),
    }),
  ])
  .meta({ id: 'ScoreSheetField' })
export type ScoreSheetField = z.infer<typeof scoreSheetField>
export type ScoreSheetFieldOf<K extends ScoreSheetFieldKind> = Extract<ScoreSheetField, { kind: K }>

/** What a round without an attempt counts as. A document without it means `zero`. */
const missingRound = z
  .discriminatedUnion('countsAs', [
    z.object({ countsAs: z.literal('zero') }),
    z.object({
      countsAs: z.literal('value'),
      points: decimal,
      timeMs: milliseconds
        .nullable()
        .describe('null: the time limit of the group, or no time where it has none'),
    }),
    z.object({ countsAs: z.literal('missing') }),
  ])
  .describe(
    'what a round without an attempt counts as. `zero` (also when absent): it adds nothing and is never the best round; `value`: a round with this result; `missing`: it is the worst round, and when it counts, or in a group of which the best round counts, the result of the group is missing, and so are the totals and the sum of a field, so the entry ranks last in them. In a mean or median a round that counts as `zero` is left out',
  )

/** A factor by which the points of fields are multiplied. */
const pointsFactor = z.object({
  field: ruleSetKeyField.describe(
    'once for each unit of a field of the kind `count`, once when a field is yes or has the option',
  ),
  option: ruleSetKeyField
    .exactOptional()
    .describe('of a field of the kind `choice`: the option that must be chosen'),
  factor: decimal
    .refine((factor) => factor >= 0, { params: { code: 'too-small', values: { limit: 0 } } })
    .refine((factor) => factor <= limits.factor, {
      params: { code: 'too-large', values: { limit: limits.factor } },
    }),
  fields: z
    .array(ruleSetKeyField)
    .min(1)
    .max(limits.fields)
    .describe('the fields whose points are multiplied'),
})
export type PointsFactor = z.infer<typeof pointsFactor>

/** A panel of judges, each of whom fills in a sheet of a team in each round of the group. */
const panel = z
  .object({
    judges: z
      .number()
      .int()
      .min(2)
      .max(limits.judges)
      .describe('how many judges fill in a sheet of each team'),
    combine: z
      .enum(panelCombinations)
      .describe(
        '`mean`: a round has the mean of the sheets; `trimmedMean`: the mean without the highest and the lowest of at least three sheets; `sumOfPlaces`: the mean, and a ranking key of the value `places` ranks by the places that each judge gives the teams in a round. Teams that are equal for a judge share the mean of their places. A judge who has placed only some of the teams of a round gives each its place as a share of all of them. The sum is the mean of the places of a team times the number of judges, so a missing sheet is neither an advantage nor a loss; it is missing when a team has no sheet in a round in which others have one',
      ),
  })
  .describe(
    'each sheet has the value `judge`, the id of its judge; the value of a field in a round is the mean of the sheets',
  )
export type Panel = z.infer<typeof panel>

/** Rounds that have the same score sheet, and how they give one result. */
const roundGroup = z
  .object({
    key: ruleSetKeyField,
    label: ruleSetLabelField.describe('what one of these rounds is called, for example "Obstacle round"'),
    rounds: z
      .array(z.object({ key: ruleSetKeyField, label: ruleSetLabelField }))
      .min(1)
      .max(limits.rounds),
    combine: z
      .enum(roundCombinations)
      .describe(
        '`best`: the round with the most points, then the least time; `sum`: all rounds added up; `mean`: their mean; `median`: the middle round in that order, or the mean of the two middle ones; `trimmedMean`: the mean without the best and the worst round, missing below three rounds. Means are rounded to three decimals, times to milliseconds. A round whose times a condition leaves out adds its points and no time to a sum or a mean',
      ),
    countedRounds: z
      .number()
      .int()
      .min(1)
      .max(limits.rounds)
      .exactOptional()
      .describe('of `sum` and `mean`: only so many of the best rounds count'),
    missingRound: missingRound.exactOptional(),
    panel: panel.exactOptional(),
    fields: z.array(scoreSheetField).min(1).max(limits.fields),
    caps: z
      .array(z.object({ fields: z.array(ruleSetKeyField).min(1).max(limits.fields), maxPoints: decimal }))
      .max(limits.caps)
      .default([])
      .describe('these fields together give at most `maxPoints`'),
    factors: z
      .array(pointsFactor)
      .max(limits.factors)
      .exactOptional()
      .describe(
        'multiply the points of fields, in this order, each product rounded to three decimals; then the caps apply',
      ),
    minPoints: decimal
      .nullable()
      .default(null)
      .describe('a round gives at least these points, whatever its penalties; null: no limit'),
    maxPoints: decimal
      .nullable()
      .default(null)
      .describe('a round gives at most these points; null: no limit'),
    timeLimitMs: milliseconds
      .nullable()
      .default(null)
      .describe('no time of the score sheet is longer; null: no limit'),
  })
  .meta({ id: 'RoundGroup' })

/** Rounds with the same score sheet, and how they give one result. */
export type RoundGroup = z.infer<typeof roundGroup>
export type RuleSetRound = RoundGroup['rounds'][number]

const order = z
  .enum(rankingOrders)
  .describe('whether the higher or the lower value is better; an entry without the value ranks last')
const nthField = z.number().int().min(1).max(limits.rounds).nullable().default(null)
const nthRound = nthField.describe(
  '1: of the best round of the group, 2: of the second best, and so on; null: of the result of the group',
)
const nthValue = nthField.describe(
  '1: the best value of the field in the rounds of the group, in the order of this key, 2: the second best, and so on; null: the best value, or the sum of the recorded values in a group of rounds that add up',
)
/** A key of a ranking: the total, the result or a single round of a group, or a field of a score sheet. */
export const ruleRankingKey = z
  .discriminatedUnion('of', [
    z.object({ of: z.literal('total'), value: z.enum(['points', 'time']), order }),
    z.object({
      of: z.literal('group'),
      group: ruleSetKeyField,
      value: z
        .enum(['points', 'time', 'places'])
        .describe('`places`: the sum of the places that the judges of a panel give'),
      nth: nthRound,
      order,
    }),
    z.object({
      of: z.literal('field'),
      group: ruleSetKeyField,
      field: ruleSetKeyField,
      nth: nthValue,
      from: z
        .literal('worst')
        .exactOptional()
        .describe(
          'with `nth` 1: the worst recorded value of a round instead of the best, for example the time of the last success',
        ),
      order,
    }),
  ])
  .meta({ id: 'RuleRankingKey' })

/**
 * One value that decides a ranking, and whether a higher or a lower value is better. An entry without the
 * value ranks last.
 */
export type RuleRankingKey = z.infer<typeof ruleRankingKey>

/**
 * The rule set of an event. The total is the sum of the results of all groups. Rounds are numbered from 1
 * through all groups in order; that number is the `mission` of an attempt. Of several attempts in one round
 * the best counts.
 */
export const ruleSet = z
  .object({
    template: z
      .enum(ruleSetTemplateKeys)
      .nullable()
      .default(null)
      .describe('the template that the rule set was made from'),
    groups: z.array(roundGroup).min(1).max(limits.groups),
    disqualification: z
      .object({
        points: decimal,
        timeMs: milliseconds
          .nullable()
          .describe('null: the time limit of the group, or no time where it has none'),
      })
      .describe('what a disqualified attempt counts as'),
    rankingKeys: z
      .array(ruleRankingKey)
      .min(1)
      .max(limits.rankingKeys)
      .describe('in order: a later key decides between entries equal in all earlier ones'),
    matches: matchRules.exactOptional(),
  })
  .superRefine((document, context) => {
    const roundCount = document.groups.reduce((sum, { rounds }) => sum + rounds.length, 0)
    if (roundCount > limits.totalRounds)
      context.addIssue({
        code: 'custom',
        path: ['groups'],
        params: { code: 'too-many', values: { limit: limits.totalRounds } },
      })
    for (const { path, ...params } of listRuleSetProblems(document))
      context.addIssue({ code: 'custom', path, params })
  })
  .meta({ id: 'RuleSet' })

/** The scoring document of an event. */
export type RuleSet = z.infer<typeof ruleSet>

/**
 * The values of a score sheet by the key of their field: numbers, times in milliseconds, yes or no, or the
 * key of an option.
 */
export const scoreSheetValues = z
  .record(z.string().max(limits.key), z.union([z.number(), z.boolean(), z.string().max(limits.key)]))
  .meta({ id: 'ScoreSheetValues' })

/**
 * The values of a score sheet by the key of their field; times are milliseconds. `disqualified` marks a
 * disqualification, `judge` is the id of the judge in a round of a panel.
 */
export type ScoreSheetValues = z.infer<typeof scoreSheetValues>

export const isRankingFrozen = z
  .boolean()
  .describe('the public ranking is frozen: the rule set cannot change until the freeze ends')
export const ruleSetTemplatesResponse = createSuccessResponseSchema({
  templates: z.array(z.object({ key: z.enum(ruleSetTemplateKeys), label: localizedText, ruleSet })),
})
export const ruleSetStateResponse = createSuccessResponseSchema({
  ruleSet: ruleSet.nullable(),
  version: z.number().nullable(),
  isClosed: z
    .boolean()
    .describe(
      'the rule set cannot change any more: the event has ended, or its last day was moved after it had ended with scores',
    ),
  hasEnded: z.boolean().describe('the last day of the event is over'),
  isFrozen: isRankingFrozen,
  entryCount: z.number(),
  teamCount: z.number().describe('the teams that take part and have not withdrawn'),
})

/** The rule set of an event with its version; both are null for an event with the default ranking. */
export type RuleSetState = Omit<z.infer<typeof ruleSetStateResponse>, 'success'>

/**
 * `version` is the version that was read, null when the event had no rule set. `ruleSet` null returns to the
 * default ranking.
 */
export const saveRuleSetRequest = z.object({
  ruleSet: ruleSet.nullable(),
  version: z.number().int().nullable(),
})
export const previewRuleSetRequest = z.object({ ruleSet: ruleSet.nullable() })
export const savedRuleSetResponse = createMessageAndDataResponseSchema({
  version: z.number().nullable(),
  entryCount: z.number(),
})
