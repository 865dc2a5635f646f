import { useEffect, useState } from 'react'

/** Registers the service worker of the judges' app. Returns a function that installs a new version and reloads, or undefined when there is none. */
export const useServiceWorker = (): (() => void) | undefined => {
  const [waiting, setWaiting] = useState<ServiceWorker>()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
    let isMounted = true
    void navigator.serviceWorker.register('/judge/service-worker.js', { scope: '/judge/' }).then((registration) => {
      const showWaiting = () => {
        // without a controller this is the first version, which needs no reload
        if (isMounted && registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting)
      }
      showWaiting()
      registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', showWaiting))
    })
    return () => {
      isMounted = false
    }
  }, [])
  if (!waiting) return undefined
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
    waiting.postMessage('skip-waiting')
  }
}
