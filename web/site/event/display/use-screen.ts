import { useEffect, useRef, useState } from 'react'
import type { DisplayState, MatchTimer } from '#contract/event/display.schema.ts'
import type { RankingReveal } from '#contract/event/results/results.schema.ts'
import { createApiCall } from '#web/shared/api/call.ts'
import { listenToRevealAndDisplay } from '#web/shared/api/reveals.ts'
import type { ConnectionCheck } from './use-connection-check.ts'

/** What a screen shows: nothing before its first reply, then the last scene that it knew. */
export type Screen = {
  scene: DisplayState['screens'][number]['scene'] | undefined
  message: { en: string; ar: string }
  timer: MatchTimer | undefined
  reveal: RankingReveal | null
  /** By how many milliseconds the clock of the server is ahead of that of the device. */
  clockOffset: number
}

const call = createApiCall((path, init) => window.fetch(path, { ...init, cache: 'no-store' }))

/**
 * Returns what the screen with a number shows, kept up to date by the event stream and, every time that the
 * connection is checked, by a call; without a number always the ranking. A new connection opens the stream
 * again.
 */
export const useLiveScreenState = (
  eventId: string,
  screenNumber: number | undefined,
  rehearsalKey: string | null,
  { connectionNumber, lastSuccess }: ConnectionCheck,
  isHydrated: boolean,
): Screen => {
  const [reveal, setReveal] = useState<RankingReveal | null>(null)
  const [state, setState] = useState<DisplayState>()
  const [clockOffset, setClockOffset] = useState(0)
  const updateCount = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `connectionNumber` opens the stream again
  useEffect(() => {
    if (!isHydrated) return
    return listenToRevealAndDisplay(eventId, rehearsalKey, (update) => {
      updateCount.current++
      setReveal(update.reveal)
      setState(update.display)
    })
  }, [isHydrated, eventId, rehearsalKey, connectionNumber])
  useEffect(() => {
    if (screenNumber === undefined || lastSuccess === undefined) return
    const sentAt = Date.now()
    const countBefore = updateCount.current
    call('GET /api/v1/events/:idOrSlug/screens', { params: { idOrSlug: eventId } }).then(
      ({ screens, timer, serverTime }) => {
        const [least, most] = [Date.parse(serverTime) - Date.now(), Date.parse(serverTime) - sentAt]
        // an estimate that fits in stays, because the times on the screen would jump
        setClockOffset((before) => (least <= before && before <= most ? before : (least + most) / 2))
        // an update of the stream since the request is newer
        if (updateCount.current === countBefore) setState({ screens, timer })
      },
      () => {},
    )
  }, [eventId, screenNumber, lastSuccess])
  const own = state?.screens.find(({ number }) => number === screenNumber)
  return {
    scene: own?.scene ?? (state || screenNumber === undefined ? 'ranking' : undefined),
    message: own?.message ?? { en: '', ar: '' },
    timer: state?.timer,
    reveal,
    clockOffset,
  }
}
