import { rmdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { sharedServerLockId } from './acquire-server.ts'
import type { ServerPaths } from './folders.ts'
import { findLockOwner, isProcessRunning } from './lock-owner.ts'

/**
 * Releases the shared lock. When no other process holds it, stops the server (a fast shutdown, which ends sessions and writes everything) and waits
 * until it has ended. `client` is the connection of `acquireServer`. Returns true when the server was stopped.
 */
export const releaseServer = async (layout: ServerPaths, client: pg.Client): Promise<boolean> => {
  let isLastUser = false
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [sharedServerLockId])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [sharedServerLockId])
    isLastUser = rows[0]?.last === true
  } catch {
    // The server has already ended or is ending.
  }
  const owner = findLockOwner(layout.data)
  if (!isLastUser || owner.state !== 'server') {
    await client.end().catch(() => {})
    return false
  }
  // The server closes this connection, which holds the lock: a process that starts meanwhile waits for it and then starts the server again.
  process.kill(owner.pid, 'SIGINT')
  while (isProcessRunning(owner.pid)) await wait(10)
  await client.end().catch(() => {})
  if (dirname(layout.socket) !== layout.root)
    try {
      rmdirSync(layout.socket)
    } catch {
      // The next server is already using it.
    }
  return true
}
