import { useEffect, useState } from 'react'
import type { ResultsStatus } from '#contract/results.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'

const reloadMs = 30_000

/** Returns whether the results of an event are published as provisional or final, read every half minute in the browser; null before a publication. */
export const useResultsStatus = (eventId: string, initial: ResultsStatus | null): ResultsStatus | null => {
  const [status, setStatus] = useState(initial)
  useEffect(() => {
    const read = () =>
      getBrowserApi()
        .scores.getScoreboardPage(eventId, { perPage: 1 })
        .then(
          ({ results }) => setStatus(results?.status ?? null),
          () => {},
        )
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId])
  return status
}
