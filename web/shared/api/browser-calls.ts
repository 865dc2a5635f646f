import { createApiCall } from './call.ts'

/** Makes a call in the browser, as a visitor. */
export const callWithoutToken = createApiCall((path, init) => window.fetch(path, init))

/**
 * As `callWithoutToken`, but asks the server also when the browser has a cached response, which may be older
 * than the last change.
 */
export const callWithoutTokenBypassingCache = createApiCall((path, init) =>
  window.fetch(path, { ...init, cache: 'no-cache' }),
)
