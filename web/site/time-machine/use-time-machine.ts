import { useCallback, useEffect, useRef, useState } from 'react'
import type { EarlierRanking } from '#contract/time-machine.ts'
import { timeMachineApi } from '#web/shared/api/time-machine.ts'

/** How long each step of the playback is shown at least, and how many steps a playback has at most. */
const playback = { pauseMs: 800, steps: 60 } as const

export type TimeMachineState = {
  /** Null until they are loaded. */
  times: readonly string[] | null
  index: number
  ranking: EarlierRanking | undefined
  isFailed: boolean
  isPlaying: boolean
  setIndex: (index: number) => void
  setPlaying: (isPlaying: boolean) => void
  retry: () => void
}

/** Loads the times at which a ranking changed, and the ranking at one of them, the last one at first. */
export const useTimeMachine = (slug: string): TimeMachineState => {
  const [times, setTimes] = useState<readonly string[] | null>(null)
  const [index, setIndexState] = useState(0)
  const [ranking, setRanking] = useState<EarlierRanking>()
  const [isFailed, setIsFailed] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const rankings = useRef(new Map<string, EarlierRanking>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed request
  useEffect(() => {
    const request = new AbortController()
    timeMachineApi.getTimeline(slug, request.signal).then(
      (timeline) => {
        setTimes(timeline.times)
        setIndexState(Math.max(0, timeline.times.length - 1))
      },
      () => {
        if (!request.signal.aborted) setIsFailed(true)
      },
    )
    return () => request.abort()
  }, [slug, attempt])

  const time = times?.[index]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed request
  useEffect(() => {
    if (time === undefined) return
    const known = rankings.current.get(time)
    if (known) {
      setRanking(known)
      return
    }
    const request = new AbortController()
    timeMachineApi.getRankingAt(slug, time, request.signal).then(
      (loaded) => {
        rankings.current.set(time, loaded)
        setRanking(loaded)
      },
      () => {
        if (request.signal.aborted) return
        setIsFailed(true)
        setIsPlaying(false)
      },
    )
    return () => request.abort()
  }, [slug, time, attempt])

  const lastIndex = (times?.length ?? 1) - 1
  useEffect(() => {
    if (!isPlaying || ranking?.time !== time) return
    if (index >= lastIndex) {
      setIsPlaying(false)
      return
    }
    const step = Math.ceil(lastIndex / playback.steps)
    const timer = window.setTimeout(() => setIndexState(Math.min(index + step, lastIndex)), playback.pauseMs)
    return () => window.clearTimeout(timer)
  }, [isPlaying, ranking, time, index, lastIndex])

  const setIndex = useCallback((next: number) => {
    setIsPlaying(false)
    setIndexState(next)
  }, [])
  const setPlaying = useCallback(
    (next: boolean) => {
      setIsPlaying(next)
      // a playback from the end starts again
      if (next) setIndexState((before) => (before >= lastIndex ? 0 : before))
    },
    [lastIndex],
  )
  const retry = useCallback(() => {
    setIsFailed(false)
    setAttempt((before) => before + 1)
  }, [])
  return { times, index, ranking, isFailed, isPlaying, setIndex, setPlaying, retry }
}
