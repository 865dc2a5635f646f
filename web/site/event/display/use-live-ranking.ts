import { useEffect, useRef, useState } from 'react'
import type { ResultsStatus } from '#contract/event/results/results.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { createPublicRankingApi, listenToRanking } from '#web/shared/api/scores.ts'
import type { ScoreboardPage, ScoreboardRow } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import { computeTopRowsAfterChange } from '#web/site/event/scoreboard/use-scoreboard.ts'

export type LiveRanking = {
  rows: readonly ScoreboardRow[]
  entryCount: number
  freezeAt: string | null
  resultsStatus: ResultsStatus | null
  rules: RankingRules | null
  /**
   * Whether the event stream keeps the ranking up to date: not of an event that was over when the page was
   * loaded.
   */
  isFollowed: boolean
  isConnected: boolean
  /** The last entry that a change moved up to one of the first three ranks. */
  climbed: ScoreRow | undefined
}

const checkAgainMs = 30_000
// the browser's cache could return the ranking from before a publication was taken back
const api = createPublicRankingApi(callWithoutTokenBypassingCache)

/**
 * Returns the first entries of a ranking, kept up to date by the event stream. A new `connectionNumber` opens
 * the stream again. While the event is over there is no stream: every half minute the browser reads whether
 * the results were taken back.
 */
export const useLiveRanking = (
  eventId: string,
  initial: ScoreboardPage | null,
  connectionNumber: number,
): LiveRanking => {
  const [isFollowed, setIsFollowed] = useState(!initial?.isOver)
  const [ranking, setRanking] = useState<Omit<LiveRanking, 'isFollowed'>>({
    rows: initial?.rows ?? [],
    entryCount: initial?.entryCount ?? 0,
    freezeAt: initial?.freezeAt ?? null,
    resultsStatus: initial?.results?.status ?? null,
    rules: initial?.rules ?? null,
    isConnected: true,
    climbed: undefined,
  })
  const current = useRef<ScoreRow[]>([])
  useEffect(() => {
    if (isFollowed) return
    const check = () =>
      api.getScoreboardPage(eventId, { perPage: 1 }).then(
        ({ isOver }) => setIsFollowed(!isOver),
        () => {},
      )
    const timer = window.setInterval(() => void check(), checkAgainMs)
    return () => window.clearInterval(timer)
  }, [eventId, isFollowed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `connectionNumber` opens the stream again
  useEffect(() => {
    if (!isFollowed) return
    return listenToRanking(eventId, {
      state: (isConnected) =>
        setRanking((before) => (before.isConnected === isConnected ? before : { ...before, isConnected })),
      snapshot: ({ changed, entryCount, freezeAt, results, rules = null }) => {
        current.current = changed
        setRanking((before) => ({
          ...before,
          rows: changed,
          entryCount,
          freezeAt,
          resultsStatus: results?.status ?? null,
          rules,
        }))
      },
      change: (change) => {
        const rankBefore = new Map(current.current.map(({ id, rank }) => [id, rank]))
        const rows = computeTopRowsAfterChange(current.current, change)
        current.current = rows
        const changedIds = new Set(change.changed.map(({ id }) => id))
        const climbed = rows.find(
          ({ id, rank }) =>
            rank <= 3 && changedIds.has(id) && rank < (rankBefore.get(id) ?? Number.POSITIVE_INFINITY),
        )
        setRanking((before) => ({
          ...before,
          rows,
          entryCount: change.entryCount,
          freezeAt: change.freezeAt,
          resultsStatus: change.results?.status ?? null,
          rules: change.rules === undefined ? before.rules : change.rules,
          climbed: climbed ?? before.climbed,
        }))
      },
    })
  }, [eventId, connectionNumber, isFollowed])
  return { ...ranking, isFollowed }
}
