import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getPath } from '#contract/platform/call-path.ts'
import type { ListenerReport, ListenerTask } from './listener-process.ts'
import { openRankingReader } from './ranking-reader.ts'
import { createScoreEvent } from './score-event.ts'

/**
 * Results of a live ranking with many listeners. Times are in milliseconds, from the acknowledged write to
 * the arrival of the event; memory is in MB.
 */
export type ListenerFigures = {
  listeners: number
  ended: number
  missed: number
  /** Listeners that have received the last event. */
  upToDate: number
  writes: number
  events: number
  seconds: number
  median: number
  p99: number
  slowest: number
  memory: number
  /** Totals that the reader of the whole ranking does not have as the database has them. */
  wrongTotals: number
}

const clientProcesses = 2
const participants = 60
/** The server allows 1,000 connections from one address. */
const listenersPerAddress = 900

const nextMessage = (child: ChildProcess) =>
  new Promise<unknown>((done, fail) => {
    child.once('message', done)
    child.once('exit', () => fail(new Error('a process of listeners ended')))
  })

const startListenerProcess = async (address: string, path: string, count: number, index: number) => {
  const child = fork(resolve('tests/load/listener-process.ts'))
  const addresses = Array.from(
    { length: Math.ceil(count / listenersPerAddress) },
    (_, n) => `127.0.${index + 1}.${n + 1}`,
  )
  const task: ListenerTask = { port: Number(new URL(address).port), path, count, addresses }
  child.send(task)
  await nextMessage(child)
  return {
    getReport: async () => {
      child.send('report')
      return (await nextMessage(child)) as ListenerReport
    },
    stop: () => child.kill(),
  }
}

/**
 * Returns the value below which a part of the listeners is. `counts` has the number of listeners by value.
 */
const findQuantile = (counts: Map<number, number>, part: number): number => {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [value, count] of sorted) {
    seen += count
    if (seen >= all * part) return value
  }
  return 0
}

/**
 * Opens `listeners` connections to the stream of an event, and posts `perSecond` scores a second for
 * `seconds`. One more reader stores the whole ranking, from which the event of each write is known.
 */
export const measureListeners = async (
  { address, pid }: { address: string; pid: number },
  { listeners, perSecond, seconds }: { listeners: number; perSecond: number; seconds: number },
): Promise<ListenerFigures> => {
  const event = await createScoreEvent(address, 'listeners')
  const path = getPath('GET /api/v1/events/scores/:eventId/live', { eventId: event.id })
  const acknowledgedAt = new Map<string, { name: string; total: number; time: number }>()
  const totals = new Map<string, number>()
  const post = async (number: number) => {
    const name = `p${number % participants}`
    const reply = await fetch(
      `${address}${getPath('POST /api/v1/events/:eventCode/scores', { eventCode: event.code })}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': event.apiKey },
        body: JSON.stringify({ name, score: 1 + number, time: 1 }),
      },
    )
    const time = Date.now()
    if (!reply.ok) throw new Error(`the score was answered with ${reply.status}: ${await reply.text()}`)
    const { scores } = (await reply.json()) as { scores: { totalScore: number }[] }
    const total = scores[0]?.totalScore ?? 0
    totals.set(name, Math.max(total, totals.get(name) ?? 0))
    acknowledgedAt.set(`${name} ${total}`, { name, total, time })
  }
  for (let number = 0; number < participants; number++) await post(number)
  acknowledgedAt.clear()

  const reader = await openRankingReader(`${address}${path}`)
  const processes = await Promise.all(
    Array.from({ length: clientProcesses }, (_, index) =>
      startListenerProcess(address, path, Math.floor(listeners / clientProcesses), index),
    ),
  )
  await wait(2000)
  const start = Date.now()
  const running: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = start + (number * 1000) / perSecond
    if (due > Date.now()) await wait(due - Date.now())
    running.push(post(participants + number))
  }
  await Promise.all(running)
  const writingSeconds = (Date.now() - start) / 1000
  const wrongTotals = await reader.waitForTotals(totals)
  await wait(2000)
  const reports = await Promise.all(processes.map(({ getReport }) => getReport()))
  const memory = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  for (const { stop } of processes) stop()
  reader.close()

  const eventIds = [...new Set(reports.flatMap(({ arrivals }) => Object.keys(arrivals).map(Number)))]
  const lastId = Math.max(...eventIds)
  const delays = new Map<number, number>()
  for (const { name, total, time } of acknowledgedAt.values()) {
    // the first event with this total or a higher one, because scores of a participant only grow
    const seen = reader.changes.find((change) => change.name === name && change.total >= total)
    if (!seen) continue
    for (const { arrivals } of reports)
      for (const [at, count] of Object.entries(arrivals[seen.id] ?? {})) {
        const delay = Number(at) - time
        delays.set(delay, (delays.get(delay) ?? 0) + count)
      }
  }
  const sum = (read: (report: ListenerReport) => number) =>
    reports.reduce((total, report) => total + read(report), 0)
  return {
    listeners: sum(({ open }) => open),
    ended: sum(({ ended }) => ended),
    missed: sum(({ missed }) => missed),
    upToDate: sum(({ lastEvents }) => lastEvents[lastId] ?? 0),
    writes: perSecond * seconds,
    events: eventIds.length,
    seconds: writingSeconds,
    median: findQuantile(delays, 0.5),
    p99: findQuantile(delays, 0.99),
    slowest: Math.max(...delays.keys()),
    memory,
    wrongTotals: wrongTotals.length,
  }
}
