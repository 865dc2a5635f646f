import { isIP } from 'node:net'

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal'])
const offValues = new Set(['off', 'false', 'no', '0'])

/** Returns true for an address, a network in CIDR notation or a named range, but not for a network of all addresses (`/0`). */
const isProxy = (text: string): boolean => {
  if (namedRanges.has(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** Parses `TRUST_PROXY`. Returns false for `off`, the list of proxies whose `X-Forwarded-For` is trusted, or undefined for an invalid text. */
export const parseTrustedProxies = (text: string): false | string[] | undefined => {
  const value = text.trim().toLowerCase()
  if (offValues.has(value)) return false
  const proxies = value.split(',').map((each) => each.trim())
  return proxies.every(isProxy) ? proxies : undefined
}
