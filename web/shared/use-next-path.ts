import { useEffect, useState } from 'react'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'

/**
 * Returns the path on this site after sign-in or registration, from `?next=` of the address. Undefined without one and during the first render, because the pages
 * of the server do not depend on it.
 */
export const useNextPath = (): string | undefined => {
  const [next, setNext] = useState<string>()
  useEffect(() => {
    setNext(sanitizeRedirectPath(new URLSearchParams(window.location.search).get('next'), '') || undefined)
  }, [])
  return next
}

/** Adds `?next=` to the path of a page without a query. */
export const addNextPath = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`
