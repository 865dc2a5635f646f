import type { IncomingMessage } from 'node:http'
import { isTournamentPartName } from '#contract/event/matches/match.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { readLanguageFromQueryOrCookie } from './language.ts'

/** The query parameters on which a public reply of the API depends, besides the language. */
const apiParameters = new Set([
  'id',
  'level',
  'missionType',
  'names',
  'page',
  'per_page',
  'region',
  's',
  'site_name',
  'status',
  'time',
])
/**
 * Whether the HTML of a page depends on a query parameter, besides the language. The scripts of a page read
 * others from the URL.
 */
const isPageParameter = (path: string, name: string, value: string): boolean => {
  const page = path.toLowerCase().replace(/\/+$/, '')
  if (/^\/competitions\/[^/]+$/.test(page))
    return name === 'page' && /^[1-9]\d{0,3}$/.test(value) && value !== '1'
  if (/^\/events\/[^/]+\/matches$/.test(page)) return name === 'part' && isTournamentPartName(value)
  if (page === '/login') return name === 'token'
  // a request with a code is redirected, so no reply with one is cached
  if (page === '/verify') return name === 'code'
  return (page === '/forgot-password' || page === '/reset-password') && name === 'from' && value === 'admin'
}

/**
 * Removes the query parameters from a URL on which the reply does not depend, and sorts the others, so that
 * they cannot make new cache entries. A URL whose path the router reads as another one stays as it is.
 */
export const normalizeUrlForCache = (url: string): string => {
  const start = url.indexOf('?')
  const path = url.slice(0, start)
  // a host, a fragment, or an encoded letter
  if (start < 0 || !/^\/[^#]*$/.test(path) || /%[0-7]/.test(path)) return url
  const given = new URLSearchParams(url.slice(start))
  const kept = path.startsWith('/api/')
    ? [...given].filter(([name]) => apiParameters.has(name))
    : // a page reads the first value of a parameter
      [...new Map([...given].toReversed())].filter(([name, value]) => isPageParameter(path, name, value))
  const query = new URLSearchParams(kept)
  query.sort()
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns the keys of the cached replies to a URL in both languages. */
export const getCacheKeysByLanguage = (url: string): Record<Lang, string> => {
  const normalizedUrl = normalizeUrlForCache(url)
  return { en: `en ${normalizedUrl}`, ar: `ar ${normalizedUrl}` }
}

/** Returns the key of the cached reply to a request. */
export const getCacheKey = ({ url = '/', headers }: IncomingMessage): string =>
  getCacheKeysByLanguage(url)[readLanguageFromQueryOrCookie(url, headers)]

/** Throws an `Error` when a validated query of the API has a parameter that is missing in the cache key. */
export const assertQueryInCacheKey = (query: unknown): void => {
  for (const name of Object.keys(query ?? {}))
    if (name !== 'lang' && !apiParameters.has(name))
      throw new Error(`the query parameter ${name} is not part of the cache key`)
}
