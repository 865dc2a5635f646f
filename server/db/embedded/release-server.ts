import { rmdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { sharedServerLock } from './acquire-server.ts'
import type { ServerPaths } from './folders.ts'
import { findLockOwner, isProcessRunning } from './lock-owner.ts'

/**
 * Gives the share of the server back and, when nobody else has one, stops the server (fast: sessions are cut, everything is written) and waits
 * for its end. `presence` is the connection that `reach` gave. True when the server was stopped.
 */
export const releaseServer = async (layout: ServerPaths, presence: pg.Client): Promise<boolean> => {
  let last = false
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [sharedServerLock])
    const { rows } = await presence.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [sharedServerLock])
    last = rows[0]?.last === true
  } catch {
    // The server is already gone, or going: nothing to stop.
  }
  const holder = findLockOwner(layout.data)
  if (!last || holder.state !== 'server') {
    await presence.end().catch(() => {})
    return false
  }
  // The lock is held until the server cuts this connection: a process that starts meanwhile waits, then starts the server anew.
  process.kill(holder.pid, 'SIGINT')
  while (isProcessRunning(holder.pid)) await wait(10)
  await presence.end().catch(() => {})
  if (dirname(layout.socket) !== layout.root)
    try {
      rmdirSync(layout.socket)
    } catch {
      // The next server is already using it.
    }
  return true
}
