import { useEffect, useState } from 'react'
import type { Tournament } from '#contract/match.schema.ts'
import { createApiCall } from '#web/shared/api/call.ts'
import { createEventApi } from '#web/shared/api/events.ts'
import { listenToRanking } from '#web/shared/api/scores.ts'

// the cache of the browser may be older than the last change
const api = createEventApi(createApiCall((path, init) => window.fetch(path, { ...init, cache: 'no-cache' })))
const readPauseMs = 300

/** Returns a tournament, read again with every change of the ranking that the event stream tells, unless `isOver`. `isConnected` is undefined before the first connection. */
export const useLiveTournament = (
  eventId: string,
  initial: Tournament,
  isOver: boolean,
): { tournament: Tournament; isConnected: boolean | undefined } => {
  const [read, setRead] = useState<{ initial: Tournament; tournament: Tournament }>()
  const [isConnected, setIsConnected] = useState<boolean>()
  useEffect(() => {
    if (isOver) return
    let timer: number | undefined
    const readAgain = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        api.matches(eventId).then(
          (tournament) => setRead({ initial, tournament }),
          () => {},
        )
      }, readPauseMs)
    }
    const stop = listenToRanking(eventId, { state: setIsConnected, snapshot: readAgain, change: readAgain })
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [eventId, initial, isOver])
  return { tournament: read?.initial === initial ? read.tournament : initial, isConnected }
}
