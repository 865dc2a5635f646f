import { useEffect, useState } from 'react'

/** Tells whether an instant has come, in the browser; undefined while the server renders, false without an instant. */
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
