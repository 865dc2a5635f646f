import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseRangeHeader } from '#server/platform/http/send-file.ts'
import { type EventsApp, startEventsApp } from '../../support/api/events.ts'

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))

describe('uploaded files', () => {
  let t: EventsApp
  beforeAll(async () => {
    t = await startEventsApp()
    await t.files.put('events', 'a-cover.webp', bytes, 'image/webp')
    await t.files.put('partners', 'logo.png', bytes, 'image/png')
    await t.files.put('private', 'report.pdf', bytes, 'application/pdf')
  })
  afterAll(() => t.close())

  it('are served completely, with their type and permanent caching', async () => {
    for (const url of ['/public/uploads/events/a-cover.webp', '/uploads/events/a-cover.webp']) {
      const reply = await t.visitor(url)
      expect(reply.status).toBe(200)
      expect(reply.bytes.equals(bytes)).toBe(true)
      expect(reply.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': '1000',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      })
    }
    expect((await t.visitor('/uploads/partners/logo.png')).headers['content-type']).toBe('image/png')
  })

  it('are served in parts', async () => {
    const url = '/public/uploads/events/a-cover.webp'
    const middle = await t.visitor(url, { range: 'bytes=10-19' })
    expect(middle.status).toBe(206)
    expect(middle.headers['content-range']).toBe('bytes 10-19/1000')
    expect(middle.bytes.equals(bytes.subarray(10, 20))).toBe(true)
    const end = await t.visitor(url, { range: 'bytes=-5' })
    expect(end.bytes.equals(bytes.subarray(995))).toBe(true)
    const rest = await t.visitor(url, { range: 'bytes=990-' })
    expect(rest.bytes.equals(bytes.subarray(990))).toBe(true)
    const outside = await t.visitor(url, { range: 'bytes=1000-' })
    expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */1000'])
    const changed = await t.visitor(url, { range: 'bytes=0-1', 'if-range': '"another"' })
    expect([changed.status, changed.bytes.length]).toEqual([200, 1000])
  })

  it('support HEAD and conditional requests', async () => {
    const head = await t.ask('HEAD', '/public/uploads/events/a-cover.webp', { visitor: true })
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '1000', 0])
    const again = await t.visitor('/public/uploads/events/a-cover.webp', {
      'if-none-match': String(head.headers.etag),
    })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  it('are not served from outside their folders', async () => {
    const tries = [
      '/public/uploads/private/report.pdf',
      '/uploads/private/report.pdf',
      '/uploads/events/none.webp',
      '/uploads/unfinished/x.webp',
      '/uploads/events/..%2Fprivate%2Freport.pdf',
      '/uploads/events/%2e%2e%2fprivate%2freport.pdf',
      '/uploads/..%2f..%2fsecret-key/x',
      '/uploads/events/..%5cprivate%5creport.pdf',
      '/uploads/events/a-cover.webp%00.png',
      '/uploads/events/.hidden',
      '/uploads/__proto__/x',
    ]
    for (const url of tries) expect([url, (await t.visitor(url)).status]).toEqual([url, 404])
  })

  it('can be removed, and no name leaves the store', async () => {
    await t.files.put('site', 'once.webp', bytes, 'image/webp')
    await t.files.remove('site', 'once.webp')
    await t.files.remove('site', 'once.webp')
    expect(await t.files.stat('site', 'once.webp')).toBeNull()
    await expect(t.files.put('site', '../x', bytes, 'image/webp')).rejects.toThrow(TypeError)
    expect(t.stored().sort()).toEqual(['a-cover.webp', 'logo.png', 'report.pdf'])
  })
})

describe('a Range header', () => {
  it.each([
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99999', { start: 0, end: 9 }],
    ['bytes=-0', 'outside'],
    ['bytes=-20', { start: 0, end: 9 }],
    ['bytes=9-3', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
    ['bytes=-', null],
    ['bytes=10-', 'outside'],
  ])('%s asks for %o of a file of 10 bytes', (header, expected) => {
    expect(parseRangeHeader(header, 10)).toEqual(expected)
  })
})
