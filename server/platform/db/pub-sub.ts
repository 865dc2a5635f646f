import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { allTags, type PubSub } from '#server/platform/lib/cache-invalidation.ts'
import { StartError } from './errors.ts'
import type { Log } from './log.ts'
import type { Database } from './open.ts'

const channel = 'botola_changes'
/** A notification has less than 8000 bytes. Tags are short. */
const tagsPerNotification = 50
/** Milliseconds in which the first notification must arrive. */
const firstNotificationLimit = 5000

/**
 * Sends the tags of writes to the other processes of an installation with NOTIFY, and receives theirs on a
 * connection of its own. After a lost connection it reconnects and reports `allTags`, because notifications
 * may have been missed. A process ignores its own notifications. `publish` never throws: a failed
 * notification must not fail the write, so it is logged, and `allTags` is published as soon as that succeeds.
 * Throws a `StartError` when notifications do not arrive, as through a connection pooler that does not keep a
 * session.
 */
export const openCacheTagPubSub = async (
  { connection, pool }: Pick<Database, 'connection' | 'pool'>,
  log: Log,
): Promise<PubSub> => {
  const processId = randomUUID()
  const closing = new AbortController()
  let listener: Parameters<PubSub['subscribe']>[0] = () => {}
  let client: pg.Client | undefined
  let reconnecting: Promise<void> | undefined

  const handleNotification = ({ payload = '' }: pg.Notification) => {
    const [sender, ...tags] = payload.split('\n')
    if (sender !== processId && tags.length > 0) listener(tags)
  }
  const connect = async () => {
    const newClient = new pg.Client({ ...connection, application_name: 'botola-notices', keepAlive: true })
    newClient.on('error', () => {})
    newClient.on('notification', handleNotification)
    try {
      await newClient.connect()
      await newClient.query(`listen ${channel}`)
    } catch (error) {
      // a standby accepts the connection, but not LISTEN
      await newClient.end().catch(() => {})
      throw error
    }
    newClient.once('end', () => {
      if (!closing.signal.aborted) reconnecting = reconnect()
    })
    client = newClient
  }
  const reconnect = async () => {
    log.warn('lost the connection that receives changes of other processes')
    for (let delay = 100; !closing.signal.aborted; delay = Math.min(delay * 2, 5000)) {
      await wait(delay, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      try {
        await connect()
        listener([allTags])
        return
      } catch {
        // The server is still unavailable.
      }
    }
  }
  await connect()

  const arrived = new Promise<'arrived'>((resolve) => {
    client?.on('notification', ({ payload }) => {
      if (payload === processId) resolve('arrived')
    })
  })
  const isLate = wait(firstNotificationLimit, 'late', { ref: false, signal: closing.signal }).catch(
    () => 'arrived',
  )
  await pool.query('select pg_notify($1, $2)', [channel, processId])
  if ((await Promise.race([arrived, isLate])) === 'late') {
    closing.abort()
    await client?.end()
    throw new StartError(
      'The database does not deliver notifications to this process: connect to PostgreSQL directly, or through PgBouncer with pool_mode = session.',
    )
  }

  const notify = async (tags: readonly string[]) => {
    for (let start = 0; start < tags.length; start += tagsPerNotification)
      await pool.query('select pg_notify($1, $2)', [
        channel,
        [processId, ...tags.slice(start, start + tagsPerNotification)].join('\n'),
      ])
  }
  let hasFailed = false
  let isRetrying = false
  const retryUntilPublished = async () => {
    isRetrying = true
    while (hasFailed) {
      await wait(1000, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      hasFailed = false
      await notify([allTags]).catch(() => {
        hasFailed = true
      })
    }
    isRetrying = false
  }

  return {
    publish: async (tags) => {
      try {
        await notify(tags)
      } catch (error) {
        log.warn({ err: error }, 'other processes did not receive a change')
        hasFailed = true
        if (!isRetrying) void retryUntilPublished()
      }
    },
    subscribe: (newListener) => {
      listener = newListener
    },
    close: async () => {
      closing.abort()
      await reconnecting
      await client?.end().catch(() => {})
    },
  }
}
