import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { msPerMinute } from '#contract/platform/time.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { hashToken, isToken } from '#server/platform/lib/tokens.ts'
import { getAddressRateLimitKey } from './client-address.ts'

/**
 * The unknown tokens from one address in a minute after which only tokens that this process knows are looked
 * up.
 */
export const maxUnknownTokensPerMinute = 1200
/** The tokens and the addresses of unknown ones that a process remembers. */
const maxKnownTokens = 50_000

/** Returns the session token of a request: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export const findSessionTokenInHeader = (request: FastifyRequest): string | undefined => {
  const value = request.headers.authorization?.trim()
  return value ? value.replace(/^Bearer\s+/i, '') : undefined
}

/**
 * Creates the lookup of sessions by their token, which guards and rate limits share. Text that has not the
 * form of a token is not looked up. After many unknown tokens from an address, only tokens that were valid
 * before in this process are looked up, so that wrong ones neither flood the database nor lock others at this
 * address out.
 */
export const createRateLimitedSessionLookup = <T extends object>(
  findSession: (token: string) => Promise<T | undefined>,
) => {
  // a count ends a minute after its first token
  const unknownTokenCounts = new LRUCache<string, number>({ max: maxKnownTokens, ttl: msPerMinute })
  const knownHashes = new LRUCache<string, true>({ max: maxKnownTokens })
  const lookups = new WeakMap<FastifyRequest, Promise<T | undefined>>()

  const findTokenHash = (request: FastifyRequest): string | undefined => {
    const token = findSessionTokenInHeader(request)
    return token !== undefined && isToken(token) ? hashToken(token) : undefined
  }
  const assertFewUnknownTokens = (addressKey: string) => {
    if ((unknownTokenCounts.get(addressKey) ?? 0) < maxUnknownTokensPerMinute) return
    throw new AppError('too-many', [], {
      retryAfter: Math.ceil(unknownTokenCounts.getRemainingTTL(addressKey) / 1000),
    })
  }
  const lookUp = async (request: FastifyRequest): Promise<T | undefined> => {
    const hash = findTokenHash(request)
    if (hash === undefined) return undefined
    const addressKey = getAddressRateLimitKey(request.ip)
    if (!knownHashes.has(hash)) assertFewUnknownTokens(addressKey)
    const session = await findSession(findSessionTokenInHeader(request) ?? '')
    if (session) knownHashes.set(hash, true)
    else {
      knownHashes.delete(hash)
      unknownTokenCounts.set(addressKey, (unknownTokenCounts.get(addressKey) ?? 0) + 1, { noUpdateTTL: true })
    }
    return session
  }
  /**
   * Finds the session of a request; undefined without a valid token. A request is looked up once. Throws
   * `too-many` after many unknown tokens.
   */
  const find = (request: FastifyRequest): Promise<T | undefined> => {
    const started = lookups.get(request) ?? lookUp(request)
    lookups.set(request, started)
    return started
  }
  return {
    find,
    /** Remembers the token of a new session as valid. */
    remember: (token: string): void => void knownHashes.set(hashToken(token), true),
    /**
     * Returns the key under which the calls of a session are counted; undefined for a caller without one. The
     * guard reports why a lookup failed.
     */
    findRateLimitKey: async (request: FastifyRequest): Promise<string | undefined> => {
      const hash = findTokenHash(request)
      if (hash === undefined) return undefined
      // the calls of a known session are counted before the lookup
      const isKnown = knownHashes.has(hash) || (await find(request).catch(() => undefined)) !== undefined
      return isKnown ? `session ${hash}` : undefined
    },
  }
}
export type SessionLookup<T extends object> = ReturnType<typeof createRateLimitedSessionLookup<T>>
