import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { isPrivateAddress, isWebhookUrl, lookupPublicAddresses, postWebhook } from '#server/lib/webhook.ts'

const closes: (() => void)[] = []
afterEach(() => {
  for (const close of closes.splice(0)) close()
})
const listen = async (handle: RequestListener): Promise<string> => {
  const server = createServer(handle)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closes.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
])('the address %s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

it.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  'the address %s is public',
  (address) => expect(isPrivateAddress(address)).toBe(false),
)

it('a webhook is an https address of the internet, unless private networks are allowed', () => {
  const isAllowed = (url: string) => isWebhookUrl(url, false)
  expect(isAllowed('https://jury.example/hook?key=1')).toBe(true)
  const rejected = [
    ...['http://jury.example/', 'ftp://jury.example/', 'jury.example', 'https://user:secret@jury.example/', 'https://localhost/'],
    ...[
      'https://db.internal/',
      'https://printer.local./',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
    ],
    ...['https://[::ffff:10.0.0.1]/', 'https://10.0.0.1:8443/hook'],
  ]
  for (const url of rejected) expect([url, isAllowed(url)]).toEqual([url, false])
  expect(['http://127.0.0.1:9/', 'https://localhost/'].map((url) => isWebhookUrl(url, true))).toEqual([true, true])
  expect(isWebhookUrl('file:///etc/passwd', true)).toBe(false)
})

it('a name that leads to a private address gets no request', async () => {
  // `isWebhookUrl` rejects the one name that every system resolves to a private address, so the lookup is called directly
  const error = await new Promise((done) => lookupPublicAddresses('localhost', {}, done))
  expect(String(error)).toContain('a private address')
})

it('a webhook gets JSON, and any other reply than 2xx, a redirect too, is a failure', async () => {
  const bodies: string[] = []
  let status = 204
  const url = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(`${request.method} ${request.headers['content-type']} ${body}`)
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  const post = () => postWebhook(url, { head: 'بصمة' }, { allowsPrivate: true, timeoutMs: 5000 })
  await post()
  for (status of [302, 404, 500]) await expect(post()).rejects.toThrow(`the status ${status}`)
  expect(bodies).toEqual(Array(4).fill('POST application/json {"head":"بصمة"}'))
})

it('a webhook that does not answer in time is a failure', async () => {
  const url = await listen(() => {})
  await expect(postWebhook(url, {}, { allowsPrivate: true, timeoutMs: 100 })).rejects.toThrow()
})
