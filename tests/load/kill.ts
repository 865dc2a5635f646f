import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { getPath } from '#contract/platform/call-path.ts'
import { getConnectionOptions } from '#server/platform/db/embedded/acquire-server.ts'
import {
  listProcessesIn,
  type RunningScript,
  readPostmasterPid,
  startScript,
  waitRandomTime,
} from '../faults/processes.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { findFreePort } from '../support/services/free-port.ts'
import { getProgram } from '../support/services/program.ts'
import { admin, createScoreEvent } from './score-event.ts'

/**
 * Results: nothing may be lost, duplicated or left over, and every start must succeed. Times are in
 * milliseconds.
 */
export type KillFigures = {
  kills: number
  acknowledged: number
  lost: number
  doubled: number
  failedStarts: number
  leftOver: number
  slowestStart: number
  medianStart: number
}

export type KillOptions = {
  /** How often the process is killed, every second time together with its database. */
  times?: number
  say?: (line: string) => void
}

const code = 'KILL-BENCH'
const myself = { name: 'this user', ids: undefined }

type Posted = { email: string; key: string; tries: number; acknowledged: boolean }

/**
 * Posts a score. Returns true when the server has acknowledged it. The same `Idempotency-Key` must not count
 * twice.
 */
const post = async (address: string, apiKey: string, score: Posted): Promise<boolean> => {
  score.tries++
  try {
    const reply = await fetch(
      `${address}${getPath('POST /api/v1/events/:eventCode/scores', { eventCode: code })}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': score.key },
        body: JSON.stringify({ name: score.email, email: score.email, score: 10, time: 1.5 }),
        signal: AbortSignal.timeout(5000),
      },
    )
    await reply.arrayBuffer()
    if (reply.status >= 400 && reply.status < 500 && reply.status !== 429)
      throw new TypeError(`refused: ${reply.status}`)
    score.acknowledged = reply.ok
  } catch (error) {
    if ((error as Error).message.startsWith('refused')) throw error
    // The server is unavailable: the score may have been written or not, so it is posted again.
  }
  return score.acknowledged
}

/** Counts the posted scores that are missing or duplicated in the database. */
const countFaults = async (folder: string, posted: Posted[]) => {
  const client = new pg.Client(getConnectionOptions({ socket: `${folder}/pg/sock` }))
  await client.connect()
  const { rows } = await client.query<{ email: string; attempts: number; counted: number }>(
    `select e.player_email as email, count(a.id)::int as attempts, max(e.attempt_count) as counted
     from score_entries e left join score_attempts a on a.entry_id = e.id group by e.id`,
  )
  await client.end()
  const found = new Map(rows.map((row) => [row.email, row]))
  return {
    lost: posted.filter(({ acknowledged, email }) => acknowledged && !found.get(email)?.attempts).length,
    doubled: rows.filter(({ attempts, counted }) => attempts > 1 || attempts !== counted).length,
  }
}

/**
 * Starts clients that post scores; unacknowledged scores are posted again to the next server. Returns the
 * function that stops them.
 */
const startClients = (address: string, apiKey: string, posted: Posted[], count = 4) => {
  let open = true
  const one = async (backlog: Posted[]) => {
    while (open) {
      const number = posted.length
      const score = backlog.pop() ?? {
        email: `p${number}@botola.test`,
        key: `bench-${number}`,
        tries: 0,
        acknowledged: false,
      }
      if (score.tries === 0) posted.push(score)
      if (!(await post(address, apiKey, score))) await pause(20)
    }
  }
  const backlog = posted.filter(({ acknowledged }) => !acknowledged)
  const all = Promise.all(Array.from({ length: count }, () => one(backlog)))
  return async () => {
    open = false
    await all
  }
}

/**
 * Kills the server `times` times at random moments while clients post scores over HTTP, every second time
 * together with its database, starts it again, and finally compares the database with the posted scores. A
 * score that was interrupted by a kill is posted again with its key and must be stored once.
 */
export const measureKills = async ({
  times = 30,
  say = () => {},
}: KillOptions = {}): Promise<KillFigures> => {
  const folder = createDataFolder()
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    NODE_ENV: 'production',
    BOTOLA_ROOT: resolve('.'),
    DATA_DIR: folder.path,
    PORT: String(port),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DEMO: 'off',
    LOG_LEVEL: 'error',
  }
  const starts: number[] = []
  let failedStarts = 0
  const run = async (): Promise<RunningScript> => {
    const began = performance.now()
    const server = startScript(getProgram('main'), settings, myself)
    await server.line('Botola is at')
    starts.push(performance.now() - began)
    return server
  }
  const posted: Posted[] = []
  let server = await run()
  try {
    const { apiKey } = await createScoreEvent(address, code)
    for (let round = 0; round < times; round++) {
      const stop = startClients(address, apiKey, posted)
      await waitRandomTime(900)
      if (round % 2) process.kill(readPostmasterPid(folder.path), 'SIGKILL')
      await server.kill()
      await stop()
      try {
        server = await run()
      } catch (error) {
        failedStarts++
        say(`start ${round + 2} failed: ${(error as Error).message}`)
        server = await run()
      }
      say(
        `${round + 1}: ${posted.filter(({ acknowledged }) => acknowledged).length} acknowledged, started in ${Math.round(starts.at(-1) ?? 0)} ms`,
      )
    }
    for (const score of posted) if (!score.acknowledged) await post(address, apiKey, score)
    const { lost, doubled } = await countFaults(folder.path, posted)
    const exitCode = await server.stop()
    if (exitCode !== 0) throw new Error(`the server ended with ${exitCode}: ${(await server.ended).errors}`)
    const sorted = starts.slice(1).sort((one, other) => one - other)
    return {
      kills: times,
      acknowledged: posted.filter(({ acknowledged }) => acknowledged).length,
      lost,
      doubled,
      failedStarts,
      leftOver: listProcessesIn(folder.path).length,
      slowestStart: Math.round(sorted.at(-1) ?? 0),
      medianStart: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    }
  } finally {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
    folder.remove()
  }
}

if (import.meta.main) {
  const times = Number(process.argv[2] ?? 30)
  const figures = await measureKills({ times, say: (line) => console.log(line) })
  console.log(figures)
  process.exitCode =
    figures.lost + figures.doubled + figures.failedStarts + figures.leftOver === 0 && figures.acknowledged > 0
      ? 0
      : 1
}
