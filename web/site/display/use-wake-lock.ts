import { useEffect } from 'react'

/** Keeps the screen on while the page is visible, in browsers that can. */
export const useWakeLock = () => {
  useEffect(() => {
    const request = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {})
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => document.removeEventListener('visibilitychange', request)
  }, [])
}
