import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { allTags, type PubSub } from '#server/lib/cache-invalidation.ts'
import type { Log } from './log.ts'
import type { Database } from './open.ts'

const channel = 'botola_changes'
/** A notice carries less than 8000 bytes; a tag is short. */
const tagsPerNotice = 50

/**
 * Carries the tags of writes between processes on one database by NOTIFY, over a connection of its own that comes back when it breaks (and then
 * tells `everything`, since notices were missed). A process does not hear its own. Without the connection `send` still works or is only logged:
 * a write is never failed by it.
 */
export const openPubSub = async ({ connection, pool }: Pick<Database, 'connection' | 'pool'>, log: Log): Promise<PubSub> => {
  const self = randomUUID()
  const ending = new AbortController()
  let listener: Parameters<PubSub['subscribe']>[0] = () => {}
  let client: pg.Client | undefined
  let returning: Promise<void> | undefined

  const hear = ({ payload = '' }: pg.Notification) => {
    const [from, ...tags] = payload.split('\n')
    if (from !== self) listener(tags)
  }
  const connect = async () => {
    const fresh = new pg.Client({ ...connection, application_name: 'botola-notices', keepAlive: true })
    fresh.on('error', () => {})
    fresh.on('notification', hear)
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    fresh.once('end', () => {
      if (!ending.signal.aborted) returning = comeBack()
    })
    client = fresh
  }
  const comeBack = async () => {
    log.warn('the connection for changes of other processes broke')
    for (let pause = 100; !ending.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      await wait(pause, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
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
        for (let at = 0; at < tags.length; at += tagsPerNotice)
          await pool.query('select pg_notify($1, $2)', [channel, [self, ...tags.slice(at, at + tagsPerNotice)].join('\n')])
      } catch (error) {
        log.warn({ err: error }, 'other processes were not told of a change')
      }
    },
    subscribe: (to) => {
      listener = to
    },
    close: async () => {
      ending.abort()
      await returning
      await client?.end().catch(() => {})
    },
  }
}
