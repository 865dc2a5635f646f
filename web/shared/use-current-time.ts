import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { useRootData } from './language.ts'

/**
 * Tells whether an instant has come, in the browser; undefined while the server renders, false without an
 * instant.
 */
export const useIsPast = (instant: string | null): boolean | undefined => {
  const [isPast, setIsPast] = useState<boolean>()
  useEffect(() => {
    if (instant === null) return
    const update = () => setIsPast(Date.parse(instant) <= Date.now())
    update()
    const timer = window.setInterval(update, 1000)
    return () => window.clearInterval(timer)
  }, [instant])
  return instant === null ? false : isPast
}

const subscribeToSeconds = (onSecond: () => void) => {
  const timer = window.setInterval(onSecond, 1000)
  return () => window.clearInterval(timer)
}

/**
 * Returns the current calendar date (`YYYY-MM-DD`) in the time zone of the site, also after midnight. Ages
 * are counted on it. It is the date of the rendered page until the page is hydrated.
 */
export const useToday = (): string => {
  const { timeZone, today } = useRootData()
  const getDate = useCallback(() => toDateInTimeZone(new Date(), timeZone), [timeZone])
  return useSyncExternalStore(subscribeToSeconds, getDate, () => today)
}

/**
 * The clock of a device may be up to 5 seconds ahead of the server's, and not all open pages may load at
 * once.
 */
const createReloadDelay = (): number => 5000 + Math.random() * 25_000

/** Returns `useToday()`, and loads the data of the page again 5 to 30 seconds after midnight. */
export const useTodayWithMidnightReload = (): string => {
  const today = useToday()
  const { revalidate } = useRevalidator()
  const loadedOn = useRef(today)
  useEffect(() => {
    if (loadedOn.current === today) return
    const timer = window.setTimeout(() => {
      loadedOn.current = today
      void revalidate()
    }, createReloadDelay())
    return () => window.clearTimeout(timer)
  }, [today, revalidate])
  return today
}
