import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { getCacheKey } from '#server/platform/http/cache-key.ts'
import { createResponseCache } from '#server/platform/http/response-cache.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { erasureTag } from '#server/platform/lib/cache-invalidation.ts'

type Make = () => Promise<string>
const getKey = (url: string) => getCacheKey({ url, headers: {}, method: 'GET' } as IncomingMessage)
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server that sends cached replies; `made` counts how often one was rendered. */
const serve = async (make: Make, options?: { replicaLag: number }) => {
  const cache = createResponseCache(options)
  const counted = { made: 0 }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (cache.sendIfCached(request, response)) return
    try {
      const entry = await cache.getOrRender(getCacheKey(request), ['events'], {}, async () => {
        counted.made++
        return { type: 'text/plain', body: await make() }
      })
      await cache.send(entry, request, response)
    } catch (error) {
      response.writeHead(error instanceof AppError ? error.status : 500).end()
    }
  }
  const server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => server.close().closeAllConnections())
  const ask = (headers: Record<string, string> = {}, path = '/a') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })
  return { cache, counted, ask }
}

test('one request renders a response while the others wait for it', async () => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const { counted, ask } = await serve(async () => {
    await held
    return 'reply'
  })
  const all = Array.from({ length: 20 }, () => ask())
  release()
  expect(new Set(await Promise.all(all.map(async (reply) => (await reply).text())))).toEqual(
    new Set(['reply']),
  )
  expect(counted.made).toBe(1)
})

test('a write invalidates the responses with its data, and a response that was rendered during the write is not cached', async () => {
  let value = 'old'
  let during = () => {}
  const { cache, counted, ask } = await serve(async () => {
    const read = value
    during()
    return read
  })
  expect(await (await ask()).text()).toBe('old')
  value = 'new'
  cache.invalidate(['other'])
  expect(await (await ask()).text()).toBe('old')
  cache.invalidate(['events'])
  // another write while the reply is rendered
  during = () => {
    during = () => {}
    value = 'newest'
    cache.invalidate(['events'])
  }
  expect(await (await ask()).text()).toBe('new')
  expect(await (await ask()).text()).toBe('newest')
  expect(counted.made).toBe(3)
})

test('a stale response is sent when rendering fails, but not when the record no longer exists', async () => {
  let fails: Error | undefined
  const { cache, ask } = await serve(async () => {
    if (fails) throw fails
    return 'kept'
  })
  await ask()
  cache.invalidate(['events'])
  fails = new Error('the database is away')
  expect(await (await ask()).text()).toBe('kept')
  fails = new AppError('not-found')
  expect((await ask()).status).toBe(404)
})

test('a response from before an erasure is never sent again, also when it is rendered meanwhile and rendering fails afterwards', async () => {
  let make: Make = async () => 'with a name'
  const { cache, ask } = await serve(() => make())
  const fail = async () => {
    throw new Error('the database is away')
  }
  await ask()
  cache.invalidate([erasureTag, 'events'])
  make = fail
  expect((await ask()).status).toBe(500)
  make = async () => {
    cache.invalidate([erasureTag, 'events'])
    cache.invalidate(['events'])
    return 'with a name'
  }
  await ask()
  make = fail
  expect((await ask()).status).toBe(500)
})

test('a response that was rendered during a write is sent when rendering fails afterwards, unless a newer one was rendered', async () => {
  let make: Make = async () => 'unused'
  const { cache, ask } = await serve(() => make())
  const renderDuringWrite = async (text: string) => {
    cache.invalidate(['events'])
    return text
  }
  const fail = async () => {
    throw new Error('the database is away')
  }
  make = () => renderDuringWrite('first')
  await ask()
  make = fail
  expect(await (await ask()).text()).toBe('first')

  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let begin = () => {}
  const begun = new Promise<void>((done) => {
    begin = done
  })
  make = async () => {
    begin()
    await held
    return 'slow'
  }
  const slow = ask()
  await begun
  cache.invalidate(['events'])
  make = () => renderDuringWrite('second')
  await ask()
  release()
  expect(await (await slow).text()).toBe('slow')
  make = fail
  expect(await (await ask()).text()).toBe('second')
})

test('an unchanged response is a 304 in each encoding', async () => {
  const { ask } = await serve(async () => 'long enough to be worth it '.repeat(100))
  for (const encoding of ['br', 'gzip', 'identity']) {
    const first = await ask({ 'accept-encoding': encoding })
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(await first.text()).toMatch(/^long enough/)
    const again = await ask({ 'accept-encoding': encoding, 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  }
})

test('a response is valid no longer than those that it is rendered from, also when these are in the cache', async () => {
  const cache = createResponseCache()
  const until = Date.now() + 60_000
  const renderCall = async () => {
    cache.limitValidity(new Date(until))
    return { type: 'text/plain', body: 'call' }
  }
  const renderPage = async () => {
    await cache.getOrRender('call', [], {}, renderCall)
    return { type: 'text/html', body: 'page' }
  }
  for (const key of ['page', 'other page']) {
    const { validUntil, freshUntil } = await cache.getOrRender(key, [], {}, renderPage)
    expect([validUntil, freshUntil], key).toEqual([until, until])
  }
  expect(cache.getStats().renders).toBe(3)
})

test('a response from before the clock was set back is rendered again', async () => {
  const cache = createResponseCache()
  const how = async () => ({ type: 'text/plain', body: 'x' })
  const entry = await cache.getOrRender('page', [], {}, how)
  await cache.getOrRender('page', [], {}, how)
  expect(cache.getStats().renders).toBe(1)
  entry.renderedAt += 60_000
  await cache.getOrRender('page', [], {}, how)
  expect(cache.getStats().renders).toBe(2)
})

test('each language has its own response', async () => {
  const { counted, ask } = await serve(async () => 'x')
  await ask({}, '/a')
  await ask({ cookie: 'lang=ar' }, '/a')
  await ask({ cookie: 'lang=ar' }, '/a')
  expect(counted.made).toBe(2)
  // a URL that was requested before has another response in another language
  for (const language of ['en', 'ar', 'en', 'ar'])
    await ask({ cookie: `lang=${language}` }, '/api/a?status=true')
  expect(counted.made).toBe(4)
})

test('requests during the first compression of a response get it, too', async () => {
  const { counted, ask } = await serve(async () => 'long enough to be worth it '.repeat(100))
  await ask({ 'accept-encoding': 'identity' })
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask({ 'accept-encoding': 'br' })))
  for (const reply of replies) {
    expect(reply.headers.get('content-encoding')).toBe('br')
    expect(await reply.text()).toMatch(/^long enough/)
  }
  expect(counted.made).toBe(1)
})

test('a response rendered shortly after a write is cached briefly if there is a replica', async () => {
  const quick = await serve(async () => 'x')
  quick.cache.invalidate(['events'])
  const lagging = await serve(async () => 'x', { replicaLag: 60_000 })
  lagging.cache.invalidate(['events'])
  const request = { url: '/a', headers: {}, method: 'GET' } as IncomingMessage
  const how = async () => ({ type: 'text/plain', body: 'x' })
  const minutes = ({ freshUntil }: { freshUntil: number }) => (freshUntil - Date.now()) / 60_000
  expect(minutes(await quick.cache.getOrRender(getCacheKey(request), ['events'], {}, how))).toBeGreaterThan(4)
  expect(minutes(await lagging.cache.getOrRender(getCacheKey(request), ['events'], {}, how))).toBeLessThan(
    0.1,
  )
})

test('the page of matches is cached once for each part, however else its address differs', () => {
  const page = getKey('/events/final/matches/')
  expect(getKey('/events/final/matches/?part=round-2&team=7')).not.toBe(page)
  expect(getKey('/events/final/matches/?team=7&part=round-2')).toBe(
    getKey('/events/final/matches/?part=round-2'),
  )
  for (const query of ['team=7', 'part=', 'part=anything', 'round=2', 'part=&part=round-2'])
    expect(getKey(`/events/final/matches/?${query}`)).toBe(page)
  expect(getKey('/events/final/matches/?part=round-2&part=round-3&part=round-2')).toBe(
    getKey('/events/final/matches/?part=round-2'),
  )
})
