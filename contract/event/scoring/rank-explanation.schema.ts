import { localizedText } from '../../platform/fields.schema.ts'
import { z } from '../../platform/z.ts'
import { ruleRankingKey } from './rule-set.schema.ts'
import { rankingOrders } from './rule-set.ts'

/**
 * The explanation of a rank: why the entry is above the next one, and what the next better rank would have
 * needed.
 */
export type RankExplanations = z.infer<typeof rankExplanations>
/** How a rule set orders a ranking: in a sentence, and key by key. */
export type RankingRules = z.infer<typeof rankingRules>

/** Why an entry is above another one. */
const rankExplanation = z.object({
  name: z.string().describe('of the other entry'),
  rank: z.number().describe('of the other entry'),
  key: ruleRankingKey
    .nullable()
    .describe(
      'the ranking key that decides; null: the entries share a rank, or the event is played in matches',
    ),
  better: z
    .number()
    .nullable()
    .describe('the value of the entry above; a time in milliseconds; null: missing'),
  worse: z.number().nullable().describe('the value of the entry below'),
  text: localizedText.describe('the reason as a sentence'),
})

/** How a rule set orders a ranking. */
export const rankingRules = z
  .object({
    text: localizedText.describe('the order as a sentence'),
    keys: z
      .array(
        z.object({
          label: localizedText,
          order: z.enum(rankingOrders).describe('whether the higher or the lower value is better'),
          isTotal: z.boolean().describe('the total points or the total time'),
          kind: z
            .enum(['number', 'time', 'yesNo'])
            .describe('`time`: milliseconds; `yesNo`: 1 means yes and 0 no'),
          answers: z
            .object({ yes: localizedText, no: localizedText })
            .optional()
            .describe('the words of a `yesNo`'),
          names: z
            .array(localizedText)
            .optional()
            .describe('the words of the values from 0 on; a value without one is a number'),
          isInNext: z
            .literal(true)
            .optional()
            .describe('its value follows from that of the next key, which pages show instead'),
        }),
      )
      .describe(
        'in the order of `Scores[].rankingKey`, whose numbers are negative where the order is `high`',
      ),
    isByMatches: z.literal(true).optional().describe('the event is played in matches'),
  })
  .meta({ id: 'RankingRules' })

/**
 * The explanation of a rank: why the entry is above the next one, and what the next better rank would have
 * needed. Null where there is no such entry.
 */
export const rankExplanations = z
  .object({
    next: rankExplanation.nullable(),
    higher: rankExplanation.extend({ needed: localizedText }).nullable(),
  })
  .meta({ id: 'RankExplanations' })
