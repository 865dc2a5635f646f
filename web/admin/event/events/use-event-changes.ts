import { useEffect, useState } from 'react'
import { listenToOverviewChanges } from '#web/shared/api/admin/events.ts'

/** In milliseconds: the shortest time between two changes of the version. */
const minIntervalMs = 1000

/**
 * Listens to the event stream of an event. `version` grows after changes, at most once a second; `isLive` is
 * false while changes are not announced. Nothing is announced until `streamKey` is known.
 */
export const useEventChangeVersion = (
  eventId: string,
  streamKey: string | undefined,
): { version: number; isLive: boolean } => {
  const [version, setVersion] = useState(0)
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    if (streamKey === undefined) return
    let timer: number | undefined
    let lastAt = Number.NEGATIVE_INFINITY
    const announce = () => {
      timer ??= window.setTimeout(
        () => {
          timer = undefined
          lastAt = performance.now()
          setVersion((before) => before + 1)
        },
        Math.max(0, lastAt + minIntervalMs - performance.now()),
      )
    }
    const close = listenToOverviewChanges({ eventId, streamKey }, announce, setLive)
    return () => {
      window.clearTimeout(timer)
      close()
    }
  }, [eventId, streamKey])
  return { version, isLive }
}
