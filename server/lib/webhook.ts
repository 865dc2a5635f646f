import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const createNetworkList = (family: 'ipv4' | 'ipv6', networks: string): BlockList => {
  const list = new BlockList()
  for (const network of networks.split(' ')) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
/** Networks that are not part of the internet: RFC 6890 and multicast. */
const privateIpv4 = createNetworkList(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
)
// only 2000::/3 is assigned to the internet; Teredo, documentation and 6to4 are in it
const privateIpv6 = createNetworkList('ipv6', '::/3 4000::/2 8000::/1 2001::/32 2001:db8::/32 2002::/16')

/** Tells whether an IP address is not on the internet. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) === 6 ? privateIpv6.check(address, 'ipv6') : privateIpv4.check(address, 'ipv4')

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/**
 * Tells whether requests may be sent to an address: https, without a password, and not to an IP address of a private network or a local name. With `allowsPrivate`
 * also http and private networks. Other names are checked with each request.
 */
export const isWebhookUrl = (text: string, allowsPrivate: boolean): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  if (allowsPrivate) return url.protocol === 'https:' || url.protocol === 'http:'
  const host = getHost(url)
  const isLocal = isIP(host) > 0 ? isPrivateAddress(host) : /(^|\.)(localhost|local|internal|lan)\.?$/.test(host)
  return url.protocol === 'https:' && !isLocal
}

/** Looks up the addresses of a name and fails when one of them is private, so that a name cannot point to the network of the server. */
export const lookupPublicAddresses: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('no address'), [])
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(new Error('a private address'), [])
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })

/**
 * Posts JSON to a webhook. Redirects are not followed, the body of the reply is not read. Throws when the address is not allowed (`isWebhookUrl`), has a private network
 * without `allowsPrivate`, does not answer within `timeoutMs`, or does not answer with a status of 2xx.
 */
export const postWebhook = async (
  address: string,
  body: object,
  { allowsPrivate, timeoutMs }: { allowsPrivate: boolean; timeoutMs: number },
): Promise<void> => {
  if (!isWebhookUrl(address, allowsPrivate)) throw new Error('the address of the webhook is not allowed')
  const url = new URL(address)
  const payload = Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'content-length': payload.length, 'user-agent': 'Botola' }
  const status = await new Promise<number>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(allowsPrivate ? {} : { lookup: lookupPublicAddresses }),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.end(payload)
  })
  if (status < 200 || status > 299) throw new Error(`the webhook replied with the status ${status}`)
}
