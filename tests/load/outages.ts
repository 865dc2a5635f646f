import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { getPath } from '#contract/platform/call-path.ts'
import { applicationRole, createApplicationRoleIfNew } from '#server/platform/db/embedded/open-embedded.ts'
import { type RunningScript, startScript } from '../faults/processes.ts'
import { startCluster } from '../support/services/cluster.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { openDatabaseProxy } from '../support/services/database-proxy.ts'
import { openTcpProxy } from '../support/services/tcp-proxy.ts'
import { createVisitors, startPageReader } from './page-reader.ts'
import { describeReply, openRankingReader } from './ranking-reader.ts'
import { admin, createScoreEvent } from './score-event.ts'
import { startScoreWriters } from './score-writers.ts'

/** Results of outages of the database under load. Times are in milliseconds. */
export type OutageFigures = {
  outages: number
  /** Outages after which no write was acknowledged for 30 seconds. */
  unrecovered: number
  /** The longest time from the end of an outage to the next acknowledged write. */
  slowestRecovery: number
  acknowledged: number
  failedWrites: number
  lost: number
  doubled: number
  /** Connections of the pool that could be used at once afterwards. */
  usableConnections: number
  streams: number
  /** How often an open stream was cut, and how often a stream was opened again: after each cut. */
  streamCuts: number
  reconnects: number
  uncutStreams: number
  /** How many reconnects began with the missed events (`Last-Event-ID`), and how many with a snapshot. */
  replays: number
  snapshots: number
  /** Streams that are not open at the end, each with the reason of its last failure. */
  closedStreams: string[]
  /** Last totals that did not arrive in a stream. */
  missedValues: string[]
  /** Replies to the reader of pages, and which of them were errors. All pages were read before the first outage. */
  pages: number
  errorReplies: string[]
  /** Error replies that a cache may store. */
  cachedErrors: string[]
  /** Replies with 429: the measurement itself must not run into the limits of one visitor. */
  limitedReplies: string[]
  /** Pages and calls that still failed when the database was back, with their replies. */
  failedPages: string[]
  /**
   * The exit code after SIGTERM during an outage, and the time until then; null when the process still ran
   * after ten seconds.
   */
  exitCode: number | null
  stopTime: number
}

const poolSize = 10
const deadlineMs = 10_000
const recoveryLimitMs = 30_000
/** Event streams of each of the two processes. */
const streamsPerProcess = 10

/** Counts the connections of the pool that write at the same time: a lock makes all writers wait. */
const countUsableConnections = async (owner: pg.Client, post: () => Promise<unknown>) => {
  await owner.query('begin; lock table score_attempts in access exclusive mode')
  const writes = Array.from({ length: 2 * poolSize }, post)
  let most = 0
  for (let attempt = 0; attempt < 100 && most < poolSize; attempt++) {
    await wait(50)
    // A transaction sees the same activity until its snapshot is cleared.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'botola' and wait_event_type = 'Lock'`,
    )
    most = Math.max(most, rows[0]?.n ?? 0)
  }
  await owner.query('rollback')
  await Promise.all(writes)
  return most
}

/**
 * Starts two processes whose connections to the database go through a proxy, and interrupts them `times`
 * times for a random time, with the connections of all event streams, under writers, readers of pages and
 * event streams. Then it compares the database, the streams and the pages with what was acknowledged. All
 * writes go to the first process, so the streams of the second one get them through its LISTEN connection
 * only. At the end it stops the first process during an outage.
 */
export const measureOutages = async ({
  times = 200,
  program = 'build/program/main.js',
  say = () => {},
}: {
  times?: number
  program?: string
  say?: (line: string) => void
} = {}): Promise<OutageFigures> => {
  const cluster = await startCluster()
  const [folder, otherFolder] = [createDataFolder(), createDataFolder()]
  const proxy = await openDatabaseProxy(cluster.connection)
  const owner = new pg.Client(cluster.connection)
  await owner.connect()
  await createApplicationRoleIfNew(owner)
  const { host, port } = proxy.connection
  const start = (dataDir: string) =>
    startScript(
      program,
      {
        NODE_ENV: 'production',
        BOTOLA_ROOT: resolve('.'),
        DATA_DIR: dataDir,
        PORT: '0',
        DEMO: 'on',
        LOG_LEVEL: 'silent',
        SECRET_KEY: 'a key for measurements only, thirty-two characters and more',
        DATABASE_URL: `postgres://${applicationRole}:none@${host}:${port}/postgres`,
        MIGRATION_DATABASE_URL: `postgres://postgres:none@${host}:${port}/postgres`,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        // each reader is a visitor with an address of its own, because the limits of calls are counted by
        // address
        TRUST_PROXY: 'loopback',
      },
      { name: 'this user', ids: undefined },
    )
  const findAddress = async (script: RunningScript) => {
    const address = (await script.line('Botola is at')).replace('Botola is at ', '')
    // A busy machine answers 503 for a moment after the start.
    while (!(await fetch(`${address}/readyz`)).ok) await wait(200)
    return address
  }
  const server = start(folder.path)
  const others: RunningScript[] = []
  const streamProxies: Awaited<ReturnType<typeof openTcpProxy>>[] = []
  try {
    const address = await findAddress(server)
    // The second process starts when the first one has created the tables.
    others.push(start(otherFolder.path))
    for (const each of [address, await findAddress(others[0] as RunningScript)])
      streamProxies.push(await openTcpProxy(Number(new URL(each).port)))
    const event = await createScoreEvent(address, 'OUTAGES')
    const getVisitorHeaders = createVisitors()
    const readers = await Promise.all(
      streamProxies.flatMap((streamProxy) =>
        Array.from({ length: streamsPerProcess }, () =>
          openRankingReader(
            `${streamProxy.address}${getPath('GET /api/v1/events/scores/:eventId/live', { eventId: event.id })}`,
            getVisitorHeaders(),
          ),
        ),
      ),
    )
    const sumOf = (count: (reader: (typeof readers)[number]) => number) =>
      readers.reduce((sum, reader) => sum + count(reader), 0)
    const cutStreams = () => {
      for (const streamProxy of streamProxies) streamProxy.cutAll()
    }
    const writers = startScoreWriters(address, event, 4, getVisitorHeaders)
    const list = [
      '/',
      '/?lang=ar',
      '/events',
      '/api/events/?status=true',
      `/api/v1/events/scores/${event.id}`,
      '/api/faqs/',
      '/api/events/?page=2',
    ]
    const listFailedPages = async () => {
      const failed: string[] = []
      for (const path of list) {
        const reply = await fetch(`${address}${path}`, { headers: getVisitorHeaders() })
        if (reply.status !== 200) failed.push(`${path}: ${await describeReply(reply)}`)
        else await reply.arrayBuffer()
      }
      return failed
    }
    const deadline = performance.now() + 20_000
    for (let failed = await listFailedPages(); failed.length > 0; failed = await listFailedPages()) {
      if (performance.now() > deadline) throw new Error(`no outage was begun: ${failed.join('; ')}`)
      await wait(200)
    }
    const stopReading = startPageReader(address, list, getVisitorHeaders)

    const recoveries: number[] = []
    for (let n = 1; n <= times; n++) {
      await wait(Math.random() * 400)
      proxy.setReachable(false)
      cutStreams()
      // Every fourth outage only cuts the connections.
      if (n % 4 !== 0) await wait(Math.random() * 400)
      const before = writers.acknowledged()
      const endedAt = performance.now()
      // Every third outage cuts the streams again while the connections to the database come back.
      if (n % 3 === 0) cutStreams()
      proxy.setReachable(true)
      while (writers.acknowledged() === before && performance.now() - endedAt < recoveryLimitMs)
        await wait(10)
      recoveries.push(performance.now() - endedAt)
      if (n % 20 === 0) say(`${n} outages, ${writers.acknowledged()} writes acknowledged`)
    }
    const { pages, errorReplies, cachedErrors, limitedReplies } = await stopReading()
    const { posted, failedWrites } = await writers.stop()

    const usableConnections = await countUsableConnections(owner, writers.post)
    const failedPages = await listFailedPages()

    const { rows } = await owner.query<{ name: string; attempts: number; counted: number; total: number }>(
      `select e.player_name as name, count(a.id)::int as attempts, max(e.attempt_count) as counted, max(e.total_score)::float8 as total
       from score_entries e join score_attempts a on a.entry_id = e.id where e.event_id = $1 group by e.id`,
      [event.id],
    )
    const found = new Map(rows.map((row) => [row.name, row]))
    let [lost, doubled] = [0, 0]
    for (const [name, { acknowledged }] of posted) {
      const attempts = found.get(name)?.attempts ?? 0
      lost += Math.max(0, acknowledged - attempts)
      doubled += Math.max(0, attempts - acknowledged)
    }
    doubled += rows.filter(({ attempts, counted }) => attempts !== counted).length
    const totals = new Map(rows.map(({ name, total }) => [name, total]))
    const nameStream = (index: number) =>
      `event stream ${(index % streamsPerProcess) + 1} of process ${Math.floor(index / streamsPerProcess) + 1}`
    const missed = await Promise.all(
      readers.map(async (reader, index) =>
        (await reader.waitForTotals(totals)).map((text) => `${nameStream(index)}: ${text}`),
      ),
    )

    const streamCuts = sumOf((reader) => reader.losses())
    const closedStreams = readers.flatMap((reader, index) =>
      reader.isOpen() ? [] : [`${nameStream(index)}: ${reader.lastFailure()}`],
    )

    proxy.setReachable(false)
    await fetch(`${address}/api/events/?page=3`)
    const stoppedAt = performance.now()
    server.child.kill('SIGTERM')
    const ended = await Promise.race([server.ended, wait(deadlineMs, undefined, { ref: false })])
    const stopTime = Math.round(performance.now() - stoppedAt)
    for (const reader of readers) reader.close()
    return {
      outages: times,
      unrecovered: recoveries.filter((each) => each >= recoveryLimitMs).length,
      slowestRecovery: Math.round(Math.max(...recoveries)),
      acknowledged: writers.acknowledged(),
      failedWrites,
      lost,
      doubled,
      usableConnections,
      streams: readers.length,
      streamCuts,
      uncutStreams: readers.filter((reader) => reader.losses() === 0).length,
      reconnects: sumOf((reader) => reader.reconnects()),
      replays: sumOf((reader) => reader.resumptions.replays),
      snapshots: sumOf((reader) => reader.resumptions.snapshots),
      closedStreams,
      missedValues: missed.flat(),
      pages,
      errorReplies,
      cachedErrors,
      limitedReplies,
      failedPages,
      exitCode: ended ? ended.code : null,
      stopTime,
    }
  } finally {
    for (const script of [server, ...others]) await script.kill()
    for (const streamProxy of streamProxies) await streamProxy.close()
    await proxy.close()
    await owner.end()
    await cluster.stop()
    for (const each of [folder, otherFolder]) each.remove()
  }
}

/** Formats a fault with its causes: the first three, and how many more there are. */
const formatFault = (causes: readonly string[], text: string) => {
  const shown = causes.slice(0, 3).join(', ')
  return (
    causes.length > 0 &&
    `${causes.length} ${text} (${shown}${causes.length > 3 ? `, and ${causes.length - 3} more` : ''})`
  )
}

/** Returns what is wrong with these figures, each fault with its causes. */
export const findOutageFaults = (figures: OutageFigures): string[] =>
  [
    figures.acknowledged === 0 && 'no write was acknowledged',
    figures.unrecovered > 0 &&
      `no write was acknowledged for 30 seconds after ${figures.unrecovered} outages`,
    figures.lost > 0 && `${figures.lost} acknowledged writes are lost`,
    figures.doubled > 0 && `${figures.doubled} writes are stored twice`,
    figures.usableConnections < poolSize &&
      `only ${figures.usableConnections} of ${poolSize} connections can be used`,
    figures.uncutStreams > 0 && `${figures.uncutStreams} event streams were never cut`,
    formatFault(figures.closedStreams, `of ${figures.streams} event streams are not open`),
    figures.reconnects < figures.streamCuts &&
      `${figures.streamCuts - figures.reconnects} cut event streams did not reconnect`,
    formatFault(figures.missedValues, 'final values did not arrive in the event streams'),
    formatFault(figures.errorReplies, 'pages failed during the outages'),
    formatFault(figures.cachedErrors, 'error replies may be cached'),
    formatFault(figures.limitedReplies, 'replies of the page reader ran into the limit of calls'),
    formatFault(figures.failedPages, 'pages fail after the outages'),
    figures.exitCode === null && 'the process still ran ten seconds after SIGTERM',
  ].filter((fault) => fault !== false)
