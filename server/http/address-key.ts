import { normalizeIP } from '@fastify/rate-limit'

/** The key under which an IP address is counted: an IPv4 address as it is, an IPv6 address as its /64 network, which one line usually has as a whole. */
export const addressKey = (address: string): string => normalizeIP(address, 64)
