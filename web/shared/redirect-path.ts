/** Returns a path on this site from an untrusted address; `fallback` for another site, scheme or an invalid address. */
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
