import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { allTags, type PubSub } from '#server/lib/cache-invalidation.ts'
import type { Log } from './log.ts'
import type { Database } from './open.ts'

const channel = 'botola_changes'
/** A notice carries less than 8000 bytes; a tag is short. */
const tagsPerNotification = 50

/**
 * Carries the tags of writes between processes on one database by NOTIFY, over a connection of its own that comes back when it breaks (and then
 * tells `everything`, since notices were missed). A process does not hear its own. Without the connection `send` still works or is only logged:
 * a write is never failed by it.
 */
export const openPubSub = async ({ connection, pool }: Pick<Database, 'connection' | 'pool'>, log: Log): Promise<PubSub> => {
  const processId = randomUUID()
  const closing = new AbortController()
  let listener: Parameters<PubSub['subscribe']>[0] = () => {}
  let client: pg.Client | undefined
  let reconnecting: Promise<void> | undefined

  const handleNotification = ({ payload = '' }: pg.Notification) => {
    const [from, ...tags] = payload.split('\n')
    if (from !== processId) listener(tags)
  }
  const connect = async () => {
    const newClient = new pg.Client({ ...connection, application_name: 'botola-notices', keepAlive: true })
    newClient.on('error', () => {})
    newClient.on('notification', handleNotification)
    await newClient.connect()
    await newClient.query(`listen ${channel}`)
    newClient.once('end', () => {
      if (!closing.signal.aborted) reconnecting = reconnect()
    })
    client = newClient
  }
  const reconnect = async () => {
    log.warn('the connection for changes of other processes broke')
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      try {
        await connect()
        listener([allTags])
        return
      } catch {
        // The server is still away.
      }
    }
  }
  await connect()

  return {
    publish: async (tags) => {
      try {
        for (let at = 0; at < tags.length; at += tagsPerNotification)
          await pool.query('select pg_notify($1, $2)', [channel, [processId, ...tags.slice(at, at + tagsPerNotification)].join('\n')])
      } catch (error) {
        log.warn({ err: error }, 'other processes were not told of a change')
      }
    },
    subscribe: (to) => {
      listener = to
    },
    close: async () => {
      closing.abort()
      await reconnecting
      await client?.end().catch(() => {})
    },
  }
}
