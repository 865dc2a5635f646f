import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findOutageFaults, type OutageFigures } from '../load/outages.ts'
import { createVisitors, startPageReader } from '../load/page-reader.ts'
import { openRankingReader } from '../load/ranking-reader.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const figures: OutageFigures = {
  outages: 200,
  unrecovered: 0,
  slowestRecovery: 400,
  acknowledged: 1000,
  failedWrites: 300,
  lost: 0,
  doubled: 0,
  usableConnections: 10,
  streams: 20,
  streamCuts: 50,
  reconnects: 50,
  uncutStreams: 0,
  replays: 40,
  snapshots: 10,
  closedStreams: [],
  missedValues: [],
  pages: 5000,
  errorReplies: [],
  cachedErrors: [],
  limitedReplies: [],
  failedPages: [],
  exitCode: 0,
  stopTime: 100,
}

describe('the figures of npm run faults', () => {
  test('are without faults when everything recovered', () => {
    expect(findOutageFaults(figures)).toEqual([])
  })

  test('name each fault with its causes', () => {
    const pages = ['/: 429 too many', '/events: 503 away', '/a: 500', '/b: 500']
    expect(
      findOutageFaults({
        ...figures,
        failedPages: pages,
        closedStreams: ['event stream 3 of process 1: 429 too many'],
      }),
    ).toEqual([
      '1 of 20 event streams are not open (event stream 3 of process 1: 429 too many)',
      '4 pages fail after the outages (/: 429 too many, /events: 503 away, /a: 500, and 1 more)',
    ])
    expect(findOutageFaults({ ...figures, limitedReplies: ['/: 429 too many'] })).toEqual([
      '1 replies of the page reader ran into the limit of calls (/: 429 too many)',
    ])
    for (const [change, fault] of [
      [{ lost: 2 }, '2 acknowledged writes are lost'],
      [{ doubled: 1 }, '1 writes are stored twice'],
      [{ reconnects: 48 }, '2 cut event streams did not reconnect'],
      [
        { missedValues: ['p1 has 3 instead of 4'] },
        '1 final values did not arrive in the event streams (p1 has 3 instead of 4)',
      ],
      [{ errorReplies: ['/: 503 away'] }, '1 pages failed during the outages (/: 503 away)'],
      [{ cachedErrors: ['/: 503'] }, '1 error replies may be cached (/: 503)'],
      [{ exitCode: null }, 'the process still ran ten seconds after SIGTERM'],
    ] as const)
      expect(findOutageFaults({ ...figures, ...change } as OutageFigures)).toEqual([fault])
  })
})

describe('the page reader', () => {
  test('is another visitor in each round, and tells errors, cacheable errors and the limit of calls apart', async () => {
    const addresses = new Map<string, string[]>()
    const address = await serve((request, response) => {
      const visitor = String(request.headers['x-forwarded-for'])
      addresses.set(visitor, [...(addresses.get(visitor) ?? []), String(request.url)])
      if (request.url === '/limited') response.writeHead(429).end('too many')
      else if (request.url === '/away') response.writeHead(503, { 'cache-control': 'no-store' }).end('away')
      else if (request.url === '/stored') response.writeHead(500).end('broken')
      else response.end('page')
    })
    const list = ['/', '/limited', '/away', '/stored']
    const stop = startPageReader(address, list, createVisitors())
    cleanups.push(stop)
    await expect.poll(() => addresses.size, { timeout: 30_000 }).toBeGreaterThan(2)
    const found = await stop()
    const rounds = [...addresses.values()]
    for (const urls of rounds.slice(0, -1)) expect(urls).toEqual(list)
    expect(found.pages).toBe(rounds.flat().length)
    expect(found.errorReplies).toHaveLength(
      rounds.flat().filter((url) => ['/away', '/stored'].includes(url)).length,
    )
    expect([...new Set(found.limitedReplies)]).toEqual(['/limited: 429 too many'])
    expect([...new Set(found.cachedErrors)]).toEqual(['/stored: 500 broken'])
  })
})

describe('the reader of an event stream', () => {
  test('reconnects as the same visitor, and says which total is missing and why the stream is closed', async () => {
    let count = 0
    const visitors: unknown[] = []
    const address = await serve((request, response) => {
      visitors.push(request.headers['x-forwarded-for'])
      if (count++ > 0) return response.writeHead(429).end('too many')
      const Scores = [{ totalScore: 3, userId: { info: { name: { fname: 'Sara' } } } }]
      response.end(`id: a-1\nevent: snapshot\ndata: ${JSON.stringify({ Scores })}\n\n`)
    })
    const reader = await openRankingReader(address, createVisitors()())
    cleanups.push(() => reader.close())
    await expect.poll(() => reader.lastFailure(), { timeout: 30_000 }).toBe('429 too many')
    expect([reader.isOpen(), reader.losses(), reader.reconnects()]).toEqual([false, 1, 0])
    expect(new Set(visitors)).toEqual(new Set(['10.0.0.0']))
    expect(await reader.waitForTotals(new Map([['Sara', 3]]))).toEqual([])
    expect(
      await reader.waitForTotals(
        new Map([
          ['Sara', 4],
          ['Omar', 1],
        ]),
        1,
      ),
    ).toEqual(['Sara has 3 instead of 4', 'Omar has no total instead of 1'])
  })
})
