import { useEffect, useState } from 'react'

/**
 * Returns the path on this site after sign-in or registration, from `?next=` of the address. Undefined
 * without one and during the first render, because the pages of the server do not depend on it.
 */
export const useSanitizedNextPath = (): string | undefined => {
  const [next, setNext] = useState<string>()
  useEffect(() => {
    setNext(sanitizeRedirectPath(new URLSearchParams(window.location.search).get('next'), '') || undefined)
  }, [])
  return next
}

/** Adds `?next=` to the path of a page without a query. */
export const addNextPathToUrl = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`

/**
 * Returns a path on this site from an untrusted address; `fallback` for another site, scheme or an invalid
 * address.
 */
export const sanitizeRedirectPath = (next: string | null | undefined, fallback = '/'): string => {
  if (!next?.startsWith('/')) return fallback
  const here = 'https://this-site.invalid'
  try {
    const url = new URL(next, here)
    const path = `${url.pathname}${url.search}${url.hash}`
    // the parser turns "/%2e//evil" into "//evil"
    return url.origin === here && !path.startsWith('//') && !path.includes('\\') ? path : fallback
  } catch {
    return fallback
  }
}
