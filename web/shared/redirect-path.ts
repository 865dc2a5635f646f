/** A path on this site to go to, from an address that anybody may have written: `fallback` for every other site, scheme or trick. */
export const sanitizeRedirectPath = (next: string | null | undefined, fallback = '/'): string => {
  if (!next?.startsWith('/')) return fallback
  const here = 'https://this-site.invalid'
  try {
    const url = new URL(next, here)
    const path = `${url.pathname}${url.search}${url.hash}`
    // "/%2e//evil" and the like come out of the parser as "//evil"
    return url.origin === here && !path.startsWith('//') && !path.includes('\\') ? path : fallback
  } catch {
    return fallback
  }
}
