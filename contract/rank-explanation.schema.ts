import { localizedText } from './fields.schema.ts'
import { ruleRankingKey } from './rule-set.schema.ts'
import { z } from './z.ts'

/** Why an entry is above another one. */
const rankExplanation = z.object({
  name: z.string().describe('of the other entry'),
  rank: z.number().describe('of the other entry'),
  key: ruleRankingKey.nullable().describe('the ranking key that decides; null: the entries share a rank'),
  better: z.number().nullable().describe('the value of the entry above; a time in milliseconds; null: missing'),
  worse: z.number().nullable().describe('the value of the entry below'),
  text: localizedText.describe('the reason as a sentence'),
})

/** The explanation of a rank: why the entry is above the next one, and what the next better rank would have needed. Null where there is no such entry. */
export const rankExplanations = z
  .object({
    next: rankExplanation.nullable(),
    higher: rankExplanation.extend({ needed: localizedText }).nullable(),
  })
  .meta({ id: 'RankExplanations' })
