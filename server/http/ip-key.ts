import { normalizeIP } from '@fastify/rate-limit'

/** Returns the key for rate limits of an IP address: an IPv4 address itself, or the /64 network of an IPv6 address, which usually belongs to one connection. */
export const getIpRateLimitKey = (address: string): string => normalizeIP(address, 64)
