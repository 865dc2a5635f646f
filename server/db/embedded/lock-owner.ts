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
    return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.startsWith('Z') ?? false
  }
}

/** Whether a process of that number runs. One that has ended and waits to be collected by its parent does not. */
export const isProcessRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !isZombie(pid)
}

/** A server works in its data folder; anything else that carries its old number does not. */
const isServerOf = (pid: number, data: string): boolean => {
  if (process.platform === 'linux')
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data
    } catch {
      return false
    }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(data) ?? false
}

/** The process in `postmaster.pid`: the server, or nobody (`stale` when the file names a zombie or another program). */
export type LockOwner = { state: 'none' } | { state: 'server'; pid: number } | { state: 'stale'; pid: number }

const readPid = (file: string) => {
  try {
    return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10)) || undefined
  } catch {
    return undefined
  }
}

/** Who holds the data folder, by its `postmaster.pid`. */
export const findLockOwner = (data: string): LockOwner => {
  const pid = readPid(join(data, 'postmaster.pid'))
  if (!pid) return { state: 'none' }
  if (isProcessRunning(pid) && isServerOf(pid, data)) return { state: 'server', pid }
  try {
    process.kill(pid, 0)
    return { state: 'stale', pid }
  } catch {
    // No such process, or one of another user: PostgreSQL itself takes the file over.
    return { state: 'none' }
  }
}

/** Above every number that a system gives out. */
const unusedPid = 2_147_483_647

/**
 * Frees lock files that name a zombie or another program with the number of the old server, which PostgreSQL would respect. The number is
 * overwritten and the file kept: by its other lines the new server still waits for workers of the old one that have not ended yet.
 */
export const releaseStaleLocks = (layout: ServerPaths, stale: number): void => {
  for (const file of [join(layout.data, 'postmaster.pid'), join(layout.socket, '.s.PGSQL.5432.lock')]) {
    if (readPid(file) !== stale) continue
    const [, ...rest] = readFileSync(file, 'utf8').split('\n')
    const aside = `${file}.${process.pid}`
    writeFileSync(aside, [unusedPid, ...rest].join('\n'), { mode: 0o600 })
    if (layout.user) chownSync(aside, layout.user.uid, layout.user.gid)
    if (readPid(file) === stale) renameSync(aside, file)
  }
}
