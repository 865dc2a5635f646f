import type { IncomingMessage } from 'node:http'
import { detectLanguage } from './language.ts'

/** The query parameters on which a public reply of the API depends, besides the language. */
const apiParameters = new Set(['id', 'missionType', 'page', 'per_page', 'region', 's', 'site_name', 'status', 'time'])
/** The query parameters on which the HTML of a page depends, besides the language. The scripts of a page read others from the URL. */
const pageParameters = new Set(['from', 'token'])

const getParameters = (path: string) => (path.startsWith('/api/') ? apiParameters : pageParameters)

/** Removes the query parameters from a URL on which the reply does not depend, and sorts the others, so that they cannot make new cache entries. */
export const normalizeUrlForCache = (url: string): string => {
  const start = url.indexOf('?')
  if (start < 0) return url
  const path = url.slice(0, start)
  const parameters = getParameters(path)
  const query = new URLSearchParams([...new URLSearchParams(url.slice(start))].filter(([name]) => parameters.has(name)))
  query.sort()
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns the key of the cached reply to a request: its language and its normalized URL. */
export const getCacheKey = (request: IncomingMessage): string =>
  `${detectLanguage(request.url, request.headers)} ${normalizeUrlForCache(request.url ?? '/')}`

/** Throws an `Error` when a validated query of the API has a parameter that is missing in the cache key. */
export const assertQueryInCacheKey = (query: unknown): void => {
  for (const name of Object.keys(query ?? {}))
    if (name !== 'lang' && !apiParameters.has(name)) throw new Error(`the query parameter ${name} is not part of the cache key`)
}
