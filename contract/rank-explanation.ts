import type { rankExplanations } from './rank-explanation.schema.ts'
import type { z } from './z.ts'

/** The explanation of a rank: why the entry is above the next one, and what the next better rank would have needed. */
export type RankExplanations = z.infer<typeof rankExplanations>
