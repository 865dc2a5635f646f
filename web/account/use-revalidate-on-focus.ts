import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the data of the page again when the user returns to its tab, because a payment is made in another tab. */
export const useRevalidateOnFocus = (): void => {
  const { revalidate } = useRevalidator()
  const latest = useRef(revalidate)
  latest.current = revalidate
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void latest.current()
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('focus', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('focus', refresh)
    }
  }, [])
}
