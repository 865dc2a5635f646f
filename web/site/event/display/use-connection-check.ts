import { useEffect, useState } from 'react'

const checkEveryMs = 15_000
const timeoutMs = 10_000

/**
 * The time of the last successful check; `connectionNumber` grows when the connection is back after a failed
 * one.
 */
export type ConnectionCheck = { isOnline: boolean; lastSuccess: number | undefined; connectionNumber: number }

const readBuildVersion = () =>
  (window as Window & { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version ?? ''

/**
 * Checks every 15 seconds that the server answers, because an event stream does not notice a connection that
 * is lost without an error. Loads the page again when the server has another build.
 */
export const useConnectionCheckWithReloadOnNewBuild = (): ConnectionCheck => {
  const [check, setCheck] = useState<ConnectionCheck>({
    isOnline: true,
    lastSuccess: undefined,
    connectionNumber: 0,
  })
  useEffect(() => {
    const query = new URLSearchParams({ paths: window.location.pathname, version: readBuildVersion() })
    const run = async () => {
      try {
        const reply = await fetch(`/__manifest?${query}`, {
          cache: 'no-store',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (reply.status >= 500) throw new Error(`status ${reply.status}`)
        if (reply.headers.get('x-remix-reload-document') === 'true') return window.location.reload()
        setCheck((before) => ({
          isOnline: true,
          lastSuccess: Date.now(),
          connectionNumber: before.connectionNumber + (before.isOnline ? 0 : 1),
        }))
      } catch {
        setCheck((before) => ({ ...before, isOnline: false }))
      }
    }
    void run()
    const timer = window.setInterval(() => void run(), checkEveryMs)
    const runNow = () => void run()
    window.addEventListener('online', runNow)
    window.addEventListener('offline', runNow)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', runNow)
      window.removeEventListener('offline', runNow)
    }
  }, [])
  return check
}
