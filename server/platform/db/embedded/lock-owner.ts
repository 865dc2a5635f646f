import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerPaths } from './folders.ts'

const isZombie = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z'
  } catch {
    if (process.platform === 'linux') return false
    return (
      spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.startsWith('Z') ??
      false
    )
  }
}

/**
 * Returns true when a process with that id runs. A zombie, which has ended but was not collected by its
 * parent, does not run.
 */
export const isProcessRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !isZombie(pid)
}

/**
 * Returns true when the process is the server of a data folder, and not another program with a reused process
 * id.
 */
const isServerOf = (pid: number, data: string): boolean => {
  if (process.platform === 'linux')
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data
    } catch {
      return false
    }
  return (
    spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(data) ??
    false
  )
}

/** The process in `postmaster.pid`. `stale` means that the file names a zombie or another program. */
type LockOwner = { state: 'none' } | { state: 'server'; pid: number } | { state: 'stale'; pid: number }

const readPid = (file: string) => {
  try {
    return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10)) || undefined
  } catch {
    return undefined
  }
}

/** Reads from `postmaster.pid` which process uses the data folder. */
export const readLockOwnerState = (data: string): LockOwner => {
  const pid = readPid(join(data, 'postmaster.pid'))
  if (!pid) return { state: 'none' }
  if (isProcessRunning(pid) && isServerOf(pid, data)) return { state: 'server', pid }
  try {
    process.kill(pid, 0)
    return { state: 'stale', pid }
  } catch {
    // There is no such process, or it belongs to another user: PostgreSQL itself replaces the file.
    return { state: 'none' }
  }
}

/** A process id above those that systems assign. */
const unusedPid = 2_147_483_647

/**
 * Releases the lock files that name a zombie or another program with the process id of the old server, which
 * PostgreSQL would respect. Only the process id is overwritten: the new server needs the other lines to wait
 * for workers of the old server that still run.
 */
export const overwriteStaleLockPids = (layout: ServerPaths, stale: number): void => {
  for (const file of [join(layout.data, 'postmaster.pid'), join(layout.socket, '.s.PGSQL.5432.lock')]) {
    if (readPid(file) !== stale) continue
    const [, ...rest] = readFileSync(file, 'utf8').split('\n')
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, [unusedPid, ...rest].join('\n'), { mode: 0o600 })
    if (layout.user) chownSync(temporary, layout.user.uid, layout.user.gid)
    if (readPid(file) === stale) renameSync(temporary, file)
  }
}
