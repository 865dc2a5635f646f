import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { hashToken, isToken } from '#server/features/session/tokens.ts'
import { createRateLimiter } from '#server/lib/rate-limiter.ts'
import { getIpRateLimitKey } from './ip-key.ts'

/** The unknown tokens from one address in a minute after which only tokens that this process knows are looked up. */
export const maxUnknownTokensPerMinute = 1200
/** The tokens that a process remembers. */
const maxKnownTokens = 50_000

/** Returns the session token of a request: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export const findSessionToken = (request: FastifyRequest): string | undefined => {
  const value = request.headers.authorization?.trim()
  return value ? value.replace(/^Bearer\s+/i, '') : undefined
}

/**
 * Creates the lookup of sessions by their token, which guards and rate limits share. Text that has not the form of a token is not looked up. After many
 * unknown tokens from an address, only tokens that were valid before in this process are looked up, so that wrong ones neither flood the database nor lock
 * others at this address out.
 */
export const createSessionLookup = <T extends object>(findSession: (token: string) => Promise<T | undefined>) => {
  const unknownTokens = createRateLimiter({ max: maxUnknownTokensPerMinute, seconds: 60 })
  const knownHashes = new LRUCache<string, true>({ max: maxKnownTokens })
  const lookups = new WeakMap<FastifyRequest, Promise<T | undefined>>()

  const findTokenHash = (request: FastifyRequest): string | undefined => {
    const token = findSessionToken(request)
    return token !== undefined && isToken(token) ? hashToken(token) : undefined
  }
  const lookUp = async (request: FastifyRequest): Promise<T | undefined> => {
    const hash = findTokenHash(request)
    if (hash === undefined) return undefined
    const addressKey = getIpRateLimitKey(request.ip)
    if (!knownHashes.has(hash)) unknownTokens.check(addressKey)
    const session = await findSession(findSessionToken(request) ?? '')
    if (session) knownHashes.set(hash, true)
    else {
      knownHashes.delete(hash)
      unknownTokens.count(addressKey)
    }
    return session
  }
  /** Finds the session of a request; undefined without a valid token. A request is looked up once. Throws `too-many` after many unknown tokens. */
  const find = (request: FastifyRequest): Promise<T | undefined> => {
    const started = lookups.get(request) ?? lookUp(request)
    lookups.set(request, started)
    return started
  }
  return {
    find,
    /** Remembers the token of a new session as valid. */
    remember: (token: string): void => void knownHashes.set(hashToken(token), true),
    /** Returns the key under which the calls of a session are counted; undefined for a caller without one. The guard reports why a lookup failed. */
    findRateLimitKey: async (request: FastifyRequest): Promise<string | undefined> => {
      const hash = findTokenHash(request)
      if (hash === undefined) return undefined
      // the calls of a known session are counted before the lookup
      const isKnown = knownHashes.has(hash) || (await find(request).catch(() => undefined)) !== undefined
      return isKnown ? `session ${hash}` : undefined
    },
  }
}
export type SessionLookup<T extends object> = ReturnType<typeof createSessionLookup<T>>
