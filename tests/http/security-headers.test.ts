import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/services/app.ts'

const hasPages = existsSync('build/server/index.js')
const replies: [string, string, 'GET' | 'POST'][] = [
  ['a public call', '/api/events', 'GET'],
  ['a call without a token', '/api/account', 'GET'],
  ['a rejected body', '/api/adduser', 'POST'],
  ['an unknown call', '/api/nothing', 'GET'],
  ['an unknown file', '/public/uploads/users/nothing.webp', 'GET'],
  ['security.txt', '/.well-known/security.txt', 'GET'],
  ...(hasPages ? ([['a page', '/about', 'GET']] as [string, string, 'GET'][]) : []),
]

describe('the security headers', () => {
  let t: TestApp
  let address: string
  beforeAll(async () => {
    t = await startApp({ SITE_URL: 'https://botola.test' }, { pages: hasPages ? 'built' : 'none' })
    address = await t.listen()
  })
  afterAll(() => t.close())

  it.each(replies)(
    'of %s forbid frames, other hosts and a guess of the type, and require HTTPS',
    async (_what, path, method) => {
      const { headers } = await fetch(`${address}${path}`, { method })
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe|https?:/)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      // no other site may read a reply
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
    },
  )
})
