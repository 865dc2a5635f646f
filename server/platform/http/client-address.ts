import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Origin } from '#server/platform/lib/tokens.ts'

/**
 * Returns the address of a client without the brackets and the port that some proxies add to it in
 * `X-Forwarded-For`; undefined for a text that is no address.
 */
export const parseClientAddress = (text: string): string | undefined => {
  const [, inBrackets, beforePort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const address = inBrackets ?? beforePort ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * Returns the key for rate limits of the address of a client: an IPv4 address itself, or the /64 network of
 * an IPv6 address, which usually belongs to one connection. Clients without a known address, such as one
 * whose connection is closed, count together.
 */
export const getAddressRateLimitKey = (text: string | undefined): string => {
  const address = parseClientAddress(text ?? '')
  return address === undefined ? 'unknown' : normalizeIP(address, 64)
}

/** Returns where a request comes from. */
export const getClientAddressAndAgent = ({
  ip,
  headers,
}: Pick<FastifyRequest, 'ip' | 'headers'>): Origin => ({
  address: parseClientAddress(ip) ?? '',
  addressKey: getAddressRateLimitKey(ip),
  userAgent: headers['user-agent'],
})
