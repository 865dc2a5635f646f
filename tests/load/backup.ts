import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listTablesByDependency } from '#server/platform/db/backup/tables.ts'
import type { Database } from '#server/platform/db/open.ts'
import { startScript } from '../faults/processes.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { insertRanking } from './fill-lists.ts'
import { admin, createScoreEvent } from './score-event.ts'
import { startScoreWriters } from './score-writers.ts'
import { startBuiltServer } from './start-built-server.ts'
import { withDatabaseIn } from './with-database.ts'

const secret = 'a key for the bench only, thirty-two characters'
const code = 'backup-bench'
/** The most scores that are not answered yet. */
const openWrites = 30

/** Hashes the rows of each table, with an order that does not depend on the server. */
const hashTables = async ({ pool }: Database) => {
  const hashes = new Map<string, string>()
  for (const { name } of await listTablesByDependency(pool)) {
    // integers of 64 bits, because the text of all rows together would be too long
    const { rows } = await pool.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as hash from ${name} t`,
    )
    hashes.set(name, rows[0]?.hash ?? '')
  }
  return hashes
}

const readPeakMegabytes = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Runs a command of the operator to its end. Throws an error when it fails. */
const runCommand = async (name: 'db' | 'results', args: string[], data: string) => {
  const startedAt = performance.now()
  const script = startScript(
    `build/program/${name}.js`,
    { BOTOLA_ROOT: resolve('.'), DATA_DIR: data, SECRET_KEY: secret },
    { name: 'this user', ids: undefined },
    args,
  )
  let peak = 0
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      try {
        peak = Math.max(peak, readPeakMegabytes(script.child.pid as number))
      } catch {}
      await wait(100)
    }
  })()
  const { code: exitCode, errors } = await script.ended
  isRunning = false
  await watching
  if (exitCode !== 0) throw new Error(`${name} ${args[0]}: ${errors}`)
  return { lines: script.lines, seconds: (performance.now() - startedAt) / 1000, peak }
}

/**
 * Backs up an event with `entries` results while `perSecond` scores a second are posted, checks the file and
 * restores it. A score that was acknowledged before the backup must be in it, and the tables that nobody
 * wrote to must be equal. `peak` is the memory of the command.
 */
export const measureBackup = async ({ entries, perSecond }: { entries: number; perSecond: number }) => {
  const data = createDataFolder('botola-bench-backup')
  const restored = createDataFolder('botola-bench-restored')
  const env = {
    SECRET_KEY: secret,
    TRUST_PROXY: 'loopback',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DEMO: 'off',
  }
  const first = await startBuiltServer(data.path, env)
  await first.server.stop()
  await withDatabaseIn(data.path, async ({ pool }) => {
    await insertRanking(pool, entries)
  })
  const { server, address } = await startBuiltServer(data.path, env)
  try {
    const event = await createScoreEvent(address, code)
    let calls = 0
    const writers = startScoreWriters(address, event, 0, () => ({
      'x-forwarded-for': `10.0.0.${calls++ % 10}`,
    }))
    let isWriting = true
    const times: number[] = []
    const writing = (async () => {
      const running = new Set<Promise<unknown>>()
      const start = performance.now()
      for (let number = 0; isWriting; number++) {
        const due = start + (number * 1000) / perSecond
        if (due > performance.now()) await wait(due - performance.now())
        // a machine that is too slow writes fewer
        if (running.size >= openWrites) await Promise.race(running)
        const sentAt = performance.now()
        const write = writers.post().then(() => {
          times.push(performance.now() - sentAt)
          running.delete(write)
        })
        running.add(write)
      }
      await Promise.all(running)
    })()
    await wait(5000)
    const [before, startedAt] = [writers.acknowledged(), performance.now()]
    const file = join(data.above, 'bench.backup')
    const backup = await runCommand('db', ['backup', file], data.path)
    const writesPerSecond = ((writers.acknowledged() - before) / (performance.now() - startedAt)) * 1000
    isWriting = false
    await writing
    const { failedWrites } = await writers.stop()
    const after = writers.acknowledged()
    await server.stop()

    const verify = await runCommand('db', ['verify', file], data.path)
    const restore = await runCommand('db', ['restore', file], restored.path)
    const log = await runCommand('results', ['verify', event.id], restored.path)
    const hashes: Map<string, string>[] = []
    let found = 0
    for (const folder of [data, restored])
      await withDatabaseIn(folder.path, async (database) => {
        hashes.push(await hashTables(database))
        const { rows } = await database.pool.query<{ count: number }>(
          `select count(*)::int as count from score_attempts a join score_entries e on e.id = a.entry_id where e.event_id = $1`,
          [event.id],
        )
        found = rows[0]?.count ?? 0
      })
    const [source = new Map<string, string>(), copy = new Map<string, string>()] = hashes
    const sorted = times.toSorted((a, b) => a - b)
    return {
      ...{ before, after, found, failedWrites, writesPerSecond },
      megabytes: statSync(file).size / 2 ** 20,
      equalTables: [...source].filter(([name, hash]) => copy.get(name) === hash).length,
      otherTables: [...source].flatMap(([name, hash]) => (copy.get(name) === hash ? [] : [name])),
      slowestWrite: sorted.at(-1) ?? 0,
      medianWrite: sorted[Math.floor(sorted.length / 2)] ?? 0,
      backup,
      verify,
      restore,
      log: log.lines,
    }
  } finally {
    await server.stop()
    data.remove()
    restored.remove()
  }
}
