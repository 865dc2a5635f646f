import { existsSync } from 'node:fs'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { getConnectionOptions } from '#server/platform/db/embedded/acquire-server.ts'
import { readLockOwnerState } from '#server/platform/db/embedded/lock-owner.ts'
import {
  createDataFolderFor,
  killProcessesIn,
  listProcessesIn,
  type RunningScript,
  readPostmasterPid,
  type SystemUser,
  startDatabaseClient,
  systemUsers,
  waitRandomTime,
} from '../faults/processes.ts'

/** How often each kill is repeated. */
const repetitions = Number(process.env.BOTOLA_FAULTS ?? 10)

const acknowledged = ({ lines }: RunningScript) => lines.filter((line) => /^\d+$/.test(line))

/** Connects to the database of a folder, which may be starting. */
const connect = async (folder: string): Promise<pg.Client> => {
  const client = new pg.Client(getConnectionOptions({ socket: `${folder}/pg/sock` }))
  try {
    await client.connect()
    return client
  } catch (error) {
    if (!['57P03', 'ECONNREFUSED', 'ENOENT'].includes((error as { code?: string }).code ?? '')) throw error
    await waitRandomTime(200)
    return connect(folder)
  }
}

/** Counts the acknowledged rows that are missing. */
const countLostRows = async (folder: string, numbers: string[]) => {
  const client = await connect(folder)
  const { rows } = await client.query(
    'select n from unnest($1::bigint[]) n where not exists (select from kept where kept.n = n)',
    [numbers],
  )
  await client.end()
  return rows.length
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})
const folderOf = (starter: SystemUser) => {
  const folder = createDataFolderFor(starter)
  cleanups.push(() => {
    killProcessesIn(folder.path)
    folder.remove()
  })
  return folder.path
}

describe.each(systemUsers)('started by $name', (starter) => {
  const kinds = {
    'the process alone': async (user: RunningScript) => user.kill(),
    'the process and its database': async (user: RunningScript, folder: string) => {
      process.kill(readPostmasterPid(folder), 'SIGKILL')
      await user.kill()
    },
    'every process there is': async (user: RunningScript, folder: string) => {
      killProcessesIn(folder)
      await user.kill()
    },
  }

  test.each(Object.entries(kinds))(
    'kill -9 of %s during writes loses no acknowledged write',
    async (_, kill) => {
      const folder = folderOf(starter)
      let all: string[] = []
      for (let round = 0; round < repetitions; round++) {
        const user = startDatabaseClient(folder, starter, 'write')
        await user.line('open')
        await waitRandomTime(120)
        await kill(user, folder)
        all = all.concat(acknowledged(user))
      }
      const last = startDatabaseClient(folder, starter)
      await last.line('open')
      expect(await countLostRows(folder, all)).toBe(0)
      expect(all.length).toBeGreaterThan(0)
      expect(await last.stop()).toBe(0)
      expect(listProcessesIn(folder)).toEqual([])
    },
    600_000,
  )

  test('after kill -9 of the database, a running process starts it again', async () => {
    const folder = folderOf(starter)
    const user = startDatabaseClient(folder, starter, 'write')
    await user.line('open')
    for (let round = 0; round < repetitions; round++) {
      await waitRandomTime(60)
      const killed = readPostmasterPid(folder)
      process.kill(killed, 'SIGKILL')
      // Orphaned backends of the killed server go on for a moment.
      const isReplaced = () =>
        existsSync(`${folder}/pg/data/postmaster.pid`) && readPostmasterPid(folder) !== killed
      await expect.poll(isReplaced, { timeout: 60_000 }).toBe(true)
      // The numbers are times: one after the start was written to the new server.
      const then = process.hrtime.bigint()
      await expect
        .poll(() => acknowledged(user).some((line) => BigInt(line) > then), { timeout: 20_000 })
        .toBe(true)
    }
    expect(await countLostRows(folder, acknowledged(user))).toBe(0)
    expect(await user.stop()).toBe(0)
    expect(listProcessesIn(folder)).toEqual([])
  }, 600_000)

  test('kill -9 during a start', async () => {
    const folder = folderOf(starter)
    await (async () => {
      const first = startDatabaseClient(folder, starter)
      await first.line('open')
      await first.stop()
    })()
    for (let round = 0; round < repetitions; round++) {
      const user = startDatabaseClient(folder, starter)
      await user.line('starting')
      await waitRandomTime(100)
      if (round % 2) killProcessesIn(folder)
      await user.kill()
    }
    const last = startDatabaseClient(folder, starter)
    await last.line('open')
    expect(await last.stop()).toBe(0)
    expect(listProcessesIn(folder)).toEqual([])
  }, 600_000)

  test('kill -9 during the first start', async () => {
    for (let round = 0; round < repetitions; round++) {
      const folder = folderOf(starter)
      const user = startDatabaseClient(folder, starter)
      await user.line('starting')
      await waitRandomTime(600)
      if (round % 2) killProcessesIn(folder)
      await user.kill()
      const next = startDatabaseClient(folder, starter)
      await next.line('open')
      expect(await next.stop()).toBe(0)
      expect(listProcessesIn(folder)).toEqual([])
      expect(readLockOwnerState(`${folder}/pg/data`)).toEqual({ state: 'none' })
    }
  }, 600_000)

  test('two simultaneous first starts share one database, and the last process stops it', async () => {
    for (let round = 0; round < Math.ceil(repetitions / 2); round++) {
      const folder = folderOf(starter)
      const users = [
        startDatabaseClient(folder, starter, 'write'),
        startDatabaseClient(folder, starter, 'write'),
        startDatabaseClient(folder, starter, 'write'),
      ]
      await Promise.all(users.map((user) => user.line('open')))
      const [one, two, three] = users as [RunningScript, RunningScript, RunningScript]
      expect(await one.stop()).toBe(0)
      const before = two.lines.length
      await expect.poll(() => two.lines.length, { timeout: 10_000 }).toBeGreaterThan(before + 5)
      expect(await countLostRows(folder, users.flatMap(acknowledged))).toBe(0)
      expect(await Promise.all([two.stop(), three.stop()])).toEqual([0, 0])
      expect(listProcessesIn(folder)).toEqual([])
    }
  }, 600_000)

  test('one process starts while another one stops', async () => {
    const folder = folderOf(starter)
    let current = startDatabaseClient(folder, starter)
    await current.line('open')
    for (let round = 0; round < repetitions * 2; round++) {
      const next = startDatabaseClient(folder, starter)
      await next.line('starting')
      await waitRandomTime(40)
      expect(await current.stop()).toBe(0)
      await next.line('open')
      current = next
    }
    expect(await current.stop()).toBe(0)
    expect(listProcessesIn(folder)).toEqual([])
  }, 600_000)
})
