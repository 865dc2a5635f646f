import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createDataFolder } from '../support/data-folder.ts'

/** Who starts the process: this user, or (when this is root) an ordinary one. */
export type SystemUser = { name: string; ids: { uid: number; gid: number } | undefined }
export const systemUsers: SystemUser[] =
  process.getuid?.() === 0
    ? [
        { name: 'root', ids: undefined },
        { name: 'an ordinary user', ids: { uid: 1, gid: 1 } },
      ]
    : [{ name: 'an ordinary user', ids: undefined }]

/** How often each kill is tried; the bench sets more. */
export const repetitions = Number(process.env.BOTOLA_FAULTS ?? 5)

/** A throw-away `DATA_DIR` that belongs to the starter. */
export const createDataFolderFor = ({ ids }: SystemUser, name?: string) => {
  const folder = createDataFolder(name)
  if (ids) {
    mkdirSync(folder.path, { recursive: true })
    chownSync(folder.path, ids.uid, ids.gid)
  }
  return folder
}

/** A process under test and what it has said. */
export type RunningScript = {
  child: ChildProcess
  lines: string[]
  /** Resolves with the line that begins so; rejects when the process ends without. */
  line: (start: string) => Promise<string>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }>
  /** Asks it to end and waits. */
  stop: () => Promise<number | null>
  /** kill -9, and waits for its end. */
  kill: () => Promise<void>
}

/** Starts a script of this project under the Node of this process. */
export const startScript = (script: string, env: Record<string, string>, { ids }: SystemUser): RunningScript => {
  const child = spawn(process.execPath, [resolve(script)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(ids ?? {}),
  })
  const lines: string[] = []
  let errors = ''
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    wake()
  })
  child.stderr.on('data', (piece) => {
    errors += piece
  })
  let over = false
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }>((done) => {
    child.once('close', (code, signal) => {
      over = true
      done({ code, signal, errors })
      wake()
    })
  })
  return {
    child,
    lines,
    ended,
    line: (begin) =>
      new Promise((found, fail) => {
        const look = () => {
          const line = lines.find((each) => each.startsWith(begin))
          if (line === undefined && !over) return
          waiting.delete(look)
          if (line === undefined) fail(new Error(`ended without "${begin}": ${errors || lines.join(' / ')}`))
          else found(line)
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended).code
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The user of the database (tests/faults/user-of-database.ts) on a folder. */
export const startDatabaseClient = (folder: string, starter: SystemUser, mode = 'idle') =>
  startScript('tests/faults/user-of-database.ts', { DATA_DIR: folder, MODE: mode }, starter)

const readProcessState = (pid: string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.charAt(stat.lastIndexOf(')') + 2)
}

/** Numbers of the living processes that work below a folder: the database's. */
export const listProcessesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) && readProcessState(pid) !== 'Z'
      } catch {
        return false
      }
    })
    .map(Number)

/** The main process of the database of a `DATA_DIR`. */
export const readPostmasterPid = (folder: string): number =>
  Number.parseInt(readFileSync(join(folder, 'pg/data/postmaster.pid'), 'utf8'), 10)

/** kill -9 of everything that works below a folder. */
export const killProcessesIn = (folder: string): void => {
  for (const pid of listProcessesIn(folder))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
}

/** A moment between now and `most` milliseconds. The faults are worth something only because the moment is random. */
export const waitRandomTime = (most: number) => new Promise((now) => setTimeout(now, Math.random() * most))
