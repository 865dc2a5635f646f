import type { Localized } from '#contract/domain/localized.ts'
import type { ScorePage } from '#contract/domain/score.ts'
import { Scoreboard } from './score-table.tsx'

export type TrendingProps = {
  /** The events to choose from, the first one chosen. */
  events: readonly { id: string; slug: string; title: Localized; live?: boolean }[]
  /** The first ten places of the first event (`api.scores.scoreboard(slug, { perPage: 10 })`); null shows ten skeleton rows and reads them in the browser. */
  initial: ScorePage | null
}

/** The home page's ranking of one event chosen from a list: the first three on a podium, then the table. */
export function Trending({ events, initial }: TrendingProps) {
  const first = events[0]
  return first ? <Scoreboard eventId={first.id} slug={first.slug} initial={initial} /> : null
}
