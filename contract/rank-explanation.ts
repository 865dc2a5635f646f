import type { rankExplanations, rankingRules } from './rank-explanation.schema.ts'
import type { z } from './z.ts'

/** The explanation of a rank: why the entry is above the next one, and what the next better rank would have needed. */
export type RankExplanations = z.infer<typeof rankExplanations>
/** How a rule set orders a ranking: in a sentence, and key by key. */
export type RankingRules = z.infer<typeof rankingRules>
