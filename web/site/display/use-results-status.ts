import { useEffect, useState } from 'react'
import type { ResultsStatus } from '#contract/results.ts'
import { createApiCall } from '#web/shared/api/call.ts'
import { createScoreApi } from '#web/shared/api/scores.ts'

const reloadMs = 30_000
// the browser's cache could return the status from before a publication
const api = createScoreApi(createApiCall((path, init) => window.fetch(path, { ...init, cache: 'no-cache' })))

/** Returns whether the results of an event are published as provisional or final, read every half minute in the browser; null before a publication. */
export const useResultsStatus = (eventId: string, initial: ResultsStatus | null): ResultsStatus | null => {
  const [status, setStatus] = useState(initial)
  useEffect(() => {
    const read = () =>
      api.getScoreboardPage(eventId, { perPage: 1 }).then(
        ({ results }) => setStatus(results?.status ?? null),
        () => {},
      )
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId])
  return status
}
