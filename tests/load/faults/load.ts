import { setTimeout as wait } from 'node:timers/promises'
import { getPath } from '#contract/platform/call-path.ts'
import { createVisitors } from '../page-reader.ts'
import { describeReply, openRankingReader } from '../ranking-reader.ts'

const clients = { readers: 4, judges: 4, streams: 4 }
const participants = 40
/** Milliseconds. */
const limits = { reply: 20_000, recovery: 90_000, pause: 30, retry: 100 }
/** One of so many acknowledged scores is sent again, as after a lost reply. */
const repeatEvery = 8

/**
 * Replies to one kind of request since the last `reset`, by what a visitor saw: `200`, `503`, `no
 * connection`. Times are in milliseconds.
 */
type Replies = {
  counts: Map<string, number>
  failedPaths: Set<string>
  slowest: number
  withoutRetryAfter: number
  cachedErrors: number
}
const createReplies = (): Replies => ({
  counts: new Map(),
  failedPaths: new Set(),
  slowest: 0,
  withoutRetryAfter: 0,
  cachedErrors: 0,
})
const isError = (status: string) => !/^[23]\d\d$/.test(status)

/**
 * Sends a request, reads its reply, and adds it to `replies`. Returns the status, or undefined when there was
 * no reply.
 */
const send = async (replies: () => Replies, url: string, init: RequestInit = {}) => {
  const sentAt = performance.now()
  let reply: Response | undefined
  let seen: string
  let description: string | undefined
  try {
    reply = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(limits.reply) })
    if (isError(String(reply.status))) description = await describeReply(reply)
    else await reply.arrayBuffer()
    seen = String(reply.status)
  } catch (error) {
    seen = (error as Error).name === 'TimeoutError' ? `no reply in ${limits.reply / 1000} s` : 'no connection'
  }
  const found = replies()
  found.counts.set(seen, (found.counts.get(seen) ?? 0) + 1)
  found.slowest = Math.max(found.slowest, performance.now() - sentAt)
  if (isError(seen)) found.failedPaths.add(`${new URL(url).pathname}: ${description ?? seen}`)
  if (reply && reply.status >= 500) {
    if (!reply.headers.has('retry-after')) found.withoutRetryAfter++
    if (reply.headers.get('cache-control') !== 'no-store') found.cachedErrors++
  }
  return { status: reply && seen === String(reply.status) ? reply.status : undefined, sentAt }
}

/** The public pages and calls that visitors read. */
const listPages = (eventId: string) => [
  '/',
  '/?lang=ar',
  '/events',
  '/api/events/?status=true',
  `/api/v1/events/scores/${eventId}`,
  '/api/faqs/',
]

/**
 * Starts visitors who read public pages and event streams at `readAddress`, and judges who post scores there.
 * A score has an `Idempotency-Key` and is sent until it is acknowledged; some are sent again afterwards.
 */
export const startLoad = async (address: string, event: { id: string; code: string; apiKey: string }) => {
  const getVisitorHeaders = createVisitors()
  const pagePaths = listPages(event.id)
  let [pages, writes] = [createReplies(), createReplies()]
  let isOpen = true
  let [next, repeated] = [0, 0]
  const acknowledged = new Set<number>()
  const refused: string[] = []
  /** When the request was sent that was the last one with success, by page and by judge. */
  const lastSuccess = new Map<string, number>()

  const read = async () => {
    while (isOpen) {
      const headers = getVisitorHeaders()
      for (const path of pagePaths) {
        if (!isOpen) return
        const { status, sentAt } = await send(() => pages, `${address}${path}`, { headers })
        if (status !== undefined && status < 400)
          lastSuccess.set(path, Math.max(sentAt, lastSuccess.get(path) ?? 0))
        await wait(status === undefined ? limits.retry : limits.pause)
      }
    }
  }
  const postOnce = async (number: number, judge: string) => {
    const { status, sentAt } = await send(
      () => writes,
      `${address}${getPath('POST /api/v1/events/:eventCode/scores', { eventCode: event.code })}`,
      {
        method: 'POST',
        headers: {
          ...getVisitorHeaders(),
          'content-type': 'application/json',
          'x-api-key': event.apiKey,
          'idempotency-key': `score-${number}`,
        },
        body: JSON.stringify({ name: `p${number % participants}`, score: 1 + number, time: 1 }),
      },
    )
    if (status !== undefined && status >= 400 && status < 500) refused.push(`score ${number}: ${status}`)
    if (status === 200) lastSuccess.set(judge, Math.max(sentAt, lastSuccess.get(judge) ?? 0))
    return status === 200
  }
  const judge = async (name: string) => {
    while (isOpen) {
      const number = next++
      const endsAt = () => performance.now() + limits.recovery
      for (let until = endsAt(); !(await postOnce(number, name)); await wait(limits.retry)) {
        if (isOpen) until = endsAt()
        if (performance.now() > until) return
      }
      acknowledged.add(number)
      if (number % repeatEvery === 0 && (await postOnce(number, name))) repeated++
      await wait(limits.pause)
    }
  }
  const judges = Array.from({ length: clients.judges }, (_, index) => `judge ${index + 1}`)
  const streams = await Promise.all(
    Array.from({ length: clients.streams }, () =>
      openRankingReader(
        `${address}${getPath('GET /api/v1/events/scores/:eventId/live', { eventId: event.id })}`,
        getVisitorHeaders(),
      ),
    ),
  )
  const running = Promise.all([...Array.from({ length: clients.readers }, read), ...judges.map(judge)])
  const isServedSince = (time: number) =>
    [...pagePaths, ...judges].every((each) => (lastSuccess.get(each) ?? 0) >= time)

  /**
   * Waits until every page and every judge got a reply to a request that was sent after `since`. Returns the
   * milliseconds from then on.
   */
  const waitForRecovery = async (since: number) => {
    while (!isServedSince(since)) {
      if (performance.now() - since > limits.recovery)
        throw new Error(`the installation did not come back within ${limits.recovery / 1000} s`)
      await wait(20)
    }
    return performance.now() - since
  }
  return {
    event,
    acknowledged,
    refused,
    streams,
    repeated: () => repeated,
    waitForRecovery,
    /** Waits until everybody is served, and forgets what was seen until then. */
    reset: async () => {
      await waitForRecovery(performance.now())
      pages = createReplies()
      writes = createReplies()
    },
    /** What visitors have seen since the last `reset`. */
    getReplies: () => ({ pages, writes }),
    /** Ends the load: every judge sends the current score until it is acknowledged. */
    stop: async () => {
      isOpen = false
      await running
    },
    close: () => {
      for (const stream of streams) stream.close()
    },
  }
}
export type Load = Awaited<ReturnType<typeof startLoad>>

/** Formats milliseconds as `450 ms` or `2.1 s`. */
export const formatSeconds = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

/**
 * Describes the replies to pages and scores in a few words: `612 pages, 3 of them 503 (slowest 40 ms); …`.
 */
export const describeReplies = ({ pages, writes }: ReturnType<Load['getReplies']>): string =>
  [['pages', pages] as const, ['scores', writes] as const]
    .map(([name, { counts, slowest }]) => {
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
      const errors = [...counts]
        .filter(([status]) => isError(status))
        .map(([status, count]) => `${count} × ${status}`)
      return `${total} ${name}: ${errors.length === 0 ? 'no error' : errors.join(', ')}, slowest ${formatSeconds(slowest)}`
    })
    .join('; ')

/** Counts the replies that are errors or missing. */
export const countErrors = ({ counts }: Replies): number =>
  [...counts].reduce((sum, [status, count]) => (isError(status) ? sum + count : sum), 0)
