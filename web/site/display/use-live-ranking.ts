import { useEffect, useRef, useState } from 'react'
import type { ScoreRow } from '#contract/score.ts'
import { listenToRanking } from '#web/shared/api/scores.ts'
import type { ScoreboardPage, ScoreboardRow } from '#web/site/scoreboard/initial-scoreboard.ts'
import { applyChangeToTopRows } from '#web/site/scoreboard/use-scoreboard.ts'

export type LiveRanking = {
  rows: readonly ScoreboardRow[]
  entryCount: number
  freezeAt: string | null
  isConnected: boolean
  /** The last entry that a change moved up to one of the first three ranks. */
  climbed: ScoreRow | undefined
}

/** Returns the first entries of a ranking, kept up to date by the event stream. A new `connectionNumber` opens the stream again. */
export const useLiveRanking = (eventId: string, initial: ScoreboardPage | null, connectionNumber: number): LiveRanking => {
  const [ranking, setRanking] = useState<LiveRanking>({
    rows: initial?.rows ?? [],
    entryCount: initial?.entryCount ?? 0,
    freezeAt: initial?.freezeAt ?? null,
    isConnected: true,
    climbed: undefined,
  })
  const current = useRef<ScoreRow[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `connectionNumber` opens the stream again
  useEffect(
    () =>
      listenToRanking(eventId, {
        state: (isConnected) => setRanking((before) => (before.isConnected === isConnected ? before : { ...before, isConnected })),
        snapshot: ({ changed, entryCount, freezeAt }) => {
          current.current = changed
          setRanking((before) => ({ ...before, rows: changed, entryCount, freezeAt }))
        },
        change: (change) => {
          const rankBefore = new Map(current.current.map(({ id, rank }) => [id, rank]))
          const rows = applyChangeToTopRows(current.current, change)
          current.current = rows
          const changedIds = new Set(change.changed.map(({ id }) => id))
          const climbed = rows.find(
            ({ id, rank }) => rank <= 3 && changedIds.has(id) && rank < (rankBefore.get(id) ?? Number.POSITIVE_INFINITY),
          )
          setRanking((before) => ({
            ...before,
            rows,
            entryCount: change.entryCount,
            freezeAt: change.freezeAt,
            climbed: climbed ?? before.climbed,
          }))
        },
      }),
    [eventId, connectionNumber],
  )
  return ranking
}
