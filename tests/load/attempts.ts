import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { openRankingReader } from './ranking-reader.ts'
import { admin, createScoreEvent } from './score-event.ts'

/**
 * Results of attempts that are posted to an event with a rule set while its ranking is read. Times are in
 * milliseconds.
 */
export type AttemptFigures = {
  attempts: number
  seconds: number
  failed: string[]
  median: number
  p99: number
  slowest: number
  /** Replies to readers of the ranking, and those of them that were not 200. */
  reads: number
  failedReads: number
  /** What the check of the score log found. */
  log: { rowCount: number; problemCount: number }
  /** Entries whose total, time or rank is not that of the posted attempts. */
  wrongEntries: number
  /** Totals that the event streams do not have. */
  wrongTotals: number
}

type Result = { points: number; timeMs: number }
type PublishedEntry = {
  rank: number
  totalScore: number
  totalTime: number
  userId: { info: { name: { fname: string } } }
}

const participants = 300
const rounds = 3
const streams = 50
/** The server allows 6,000 calls a minute from one address. */
const addresses = ['127.0.0.2', '127.0.0.3']

const compareResults = (a: Result, b: Result) => b.points - a.points || a.timeMs - b.timeMs

const signIn = async (address: string): Promise<string> => {
  const body = JSON.stringify({
    national_id: admin.email,
    loginType: 'email',
    password: admin.password,
    type: 4,
  })
  const reply = await fetch(`${address}${getPath('POST /api/adduser')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return reply.headers.get('authorization') ?? ''
}

/** Posts an attempt from one of several addresses. */
const postAttempt = (
  address: string,
  event: { code: string; apiKey: string },
  number: number,
  attempt: object,
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      `${address}${getPath('POST /api/v1/events/:eventCode/scores', { eventCode: event.code })}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': event.apiKey,
          'idempotency-key': `attempt-${number}`,
        },
        localAddress: addresses[number % addresses.length] as string,
      },
      async (reply) => resolve({ status: reply.statusCode ?? 0, text: (await reply.toArray()).join('') }),
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(attempt))
  })

/** Counts entries whose total, time or rank differs from what the best attempts give. */
const countWrongEntries = (entries: readonly PublishedEntry[], best: ReadonlyMap<string, Result>): number => {
  const sorted = [...best.values()].sort(compareResults)
  const wrong = entries.filter(({ rank, totalScore, totalTime, userId }) => {
    const result = best.get(userId.info.name.fname)
    if (!result) return true
    const expectedRank = 1 + sorted.findIndex((each) => compareResults(each, result) === 0)
    return totalScore !== result.points || totalTime !== result.timeMs / 1000 || rank !== expectedRank
  })
  return wrong.length + Math.abs(best.size - entries.length)
}

/** Posts `perSecond` attempts a second for `seconds`, with open event streams and a reader of the ranking. */
export const measureAttempts = async (
  address: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<AttemptFigures> => {
  const event = await createScoreEvent(address, 'attempts')
  const authorization = await signIn(address)
  const ruleSet = buildRuleSetFromTemplate('virtual_robot_challenges', (code, number) => ({
    en: `${code} ${number ?? ''}`,
    ar: `${code} ${number ?? ''}`,
  }))
  const saved = await fetch(`${address}/api/admin/events/${event.id}/rule-set`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ ruleSet, version: null }),
  })
  if (!saved.ok) throw new Error(`the rule set was answered with ${saved.status}: ${await saved.text()}`)
  const rankingUrl = `${address}${getPath('GET /api/v1/events/scores/:eventId', { eventId: event.id })}`
  const readers = await Promise.all(
    Array.from({ length: streams }, () =>
      openRankingReader(
        `${address}${getPath('GET /api/v1/events/scores/:eventId/live', { eventId: event.id })}`,
      ),
    ),
  )

  const best = new Map<string, Result>()
  const failed = new Set<string>()
  const times: number[] = []
  const post = async (number: number) => {
    const name = `p${number % participants}`
    const result = { points: (number * 7919) % 1001, timeMs: 1 + ((number * 104_729) % 180_000) }
    const startedAt = performance.now()
    const { status, text } = await postAttempt(address, event, number, {
      name,
      mission: 1 + (Math.floor(number / participants) % rounds),
      values: { points: result.points, time: result.timeMs },
    })
    times.push(performance.now() - startedAt)
    if (status !== 200) failed.add(`${status} ${text.slice(0, 200)}`)
    const before = best.get(name)
    if (!before || compareResults(result, before) < 0) best.set(name, result)
  }
  let [isPosting, reads, failedReads] = [true, 0, 0]
  const reading = (async () => {
    while (isPosting) {
      const reply = await fetch(`${rankingUrl}?per_page=100&page=${1 + (reads % 3)}`)
      await reply.arrayBuffer()
      reads++
      if (reply.status !== 200 && reply.status !== 429) failedReads++
      await wait(100)
    }
  })()
  const start = Date.now()
  const running: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = start + (number * 1000) / perSecond
    if (due > Date.now()) await wait(due - Date.now())
    running.push(post(number))
  }
  await Promise.all(running)
  const postingSeconds = (Date.now() - start) / 1000
  isPosting = false
  await reading

  const top = [...best].sort(([, a], [, b]) => compareResults(a, b)).slice(0, 20)
  const expected = new Map(top.map(([name, { points }]) => [name, points]))
  const missing = await Promise.all(readers.map((reader) => reader.waitForTotals(expected)))
  for (const reader of readers) reader.close()
  const ranking = (await (await fetch(`${rankingUrl}?per_page=1000`)).json()) as {
    event: { Scores: PublishedEntry[] }
  }
  const checked = await fetch(`${address}/api/admin/events/${event.id}/score-log/check`, {
    headers: { authorization },
  })
  const { check } = (await checked.json()) as { check: AttemptFigures['log'] }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number
  return {
    attempts: times.length,
    seconds: postingSeconds,
    failed: [...failed],
    median: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    reads,
    failedReads,
    log: { rowCount: check.rowCount, problemCount: check.problemCount },
    wrongEntries: countWrongEntries(ranking.event.Scores, best),
    wrongTotals: missing.flat().length,
  }
}
