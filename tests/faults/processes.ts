import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createDataFolder } from '../support/services/data-folder.ts'

/** The system user that starts a process: the current user or, for root, also an ordinary one. */
export type SystemUser = { name: string; ids: { uid: number; gid: number } | undefined }
export const systemUsers: SystemUser[] =
  process.getuid?.() === 0
    ? [
        { name: 'root', ids: undefined },
        { name: 'an ordinary user', ids: { uid: 1, gid: 1 } },
      ]
    : [{ name: 'an ordinary user', ids: undefined }]

/** Creates a temporary `DATA_DIR` that belongs to a system user. */
export const createDataFolderFor = ({ ids }: SystemUser, name?: string) => {
  const folder = createDataFolder(name)
  if (ids) {
    mkdirSync(folder.path, { recursive: true })
    chownSync(folder.path, ids.uid, ids.gid)
  }
  return folder
}

/** A process under test with its output. */
export type RunningScript = {
  child: ChildProcess
  lines: string[]
  /** Resolves with the first line that starts with a text. Rejects when the process ends without it. */
  line: (start: string) => Promise<string>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }>
  /** Sends SIGTERM and waits for the end. */
  stop: () => Promise<number | null>
  /** Sends SIGKILL and waits for the end. */
  kill: () => Promise<void>
}

/** Starts a script of this project with the Node of this process. */
export const startScript = (
  script: string,
  env: Record<string, string>,
  { ids }: SystemUser,
  args: readonly string[] = [],
): RunningScript => {
  const child = spawn(process.execPath, [resolve(script), ...args], {
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
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }>(
    (done) => {
      child.once('close', (code, signal) => {
        over = true
        done({ code, signal, errors })
        wake()
      })
    },
  )
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

/** Starts a client of the embedded database of a folder (tests/faults/user-of-database.ts). */
export const startDatabaseClient = (folder: string, starter: SystemUser, mode = 'idle') =>
  startScript('tests/faults/user-of-database.ts', { DATA_DIR: folder, MODE: mode }, starter)

const readProcessState = (pid: string) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.charAt(stat.lastIndexOf(')') + 2)
}

/** Lists the ids of running processes whose working directory is in a folder: those of the database. */
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

/** Reads the process id of the database server of a `DATA_DIR`. */
export const readPostmasterPid = (folder: string): number =>
  Number.parseInt(readFileSync(join(folder, 'pg/data/postmaster.pid'), 'utf8'), 10)

/** Sends SIGKILL to all processes whose working directory is in a folder. */
export const killProcessesIn = (folder: string): void => {
  for (const pid of listProcessesIn(folder))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
}

/** Waits a random time of at most `most` milliseconds, so that kills happen at random moments. */
export const waitRandomTime = (most: number) => new Promise((now) => setTimeout(now, Math.random() * most))
