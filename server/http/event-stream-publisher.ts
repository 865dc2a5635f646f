import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { msPerMinute } from '#contract/rules/time.ts'
import { allTags, type Invalidator } from '#server/lib/cache-invalidation.ts'
import type { EventStream, EventStreams } from './event-stream.ts'

/** The shortest time between two readings of a state, and so between two events; the same after a failed reading; how long a state without readers is watched. */
const timing = { minIntervalMs: 200, retryDelayMs: 1000, unwatchDelayMs: msPerMinute }

type EventStreamPublisherOptions<State> = {
  invalidator: Invalidator
  eventStreams: EventStreams
  /** Reads the state of a key; undefined ends its stream with the event `closed`. */
  read: (key: string) => Promise<State | undefined>
  /** The cache tags that announce a change of the state of a key. */
  getTags: (key: string) => readonly string[]
  /** Returns the data of the first event of a connection. */
  toSnapshot: (state: State) => unknown
  /** Returns the event that is sent after a change, null for none. */
  toEvent: (before: State, after: State) => { name: string; data: unknown } | null
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Creates the publisher of event streams, one stream for each key. After a change by any process, it reads the state of a key once and sends it to all clients of the stream. */
export const createEventStreamPublisher = <State>(options: EventStreamPublisherOptions<State>) => {
  const { invalidator, eventStreams, read, log } = options
  type Watch = { topic: Promise<EventStream | undefined>; refresh: () => void; end: () => void }
  const watches = new Map<string, Watch>()

  const startWatch = (key: string): Watch => {
    const ending = new AbortController()
    let current: State | undefined
    let snapshot: { state: State | undefined; json: string } | undefined
    let topic: EventStream | undefined
    let isStale = false
    let isRunning = false

    const end = () => {
      ending.abort()
      if (watches.get(key) === watch) watches.delete(key)
      topic?.end()
    }
    /** Reads the state and publishes the difference; returns the shortest time from the start of this reading to the next one. */
    const publishChange = async (before: State, to: EventStream): Promise<number> => {
      try {
        const next = await read(key)
        if (ending.signal.aborted) return 0
        if (!next) {
          to.publish('closed', {})
          end()
          return 0
        }
        current = next
        const event = options.toEvent(before, next)
        if (event) to.publish(event.name, event.data)
        return timing.minIntervalMs
      } catch (error) {
        log.warn({ err: error }, 'the state of an event stream could not be read')
        isStale = true
        return timing.retryDelayMs
      }
    }
    const run = async () => {
      isRunning = true
      while (isStale && current && topic && !ending.signal.aborted) {
        isStale = false
        const startedAt = performance.now()
        const pause = await publishChange(current, topic)
        await sleep(Math.max(0, startedAt + pause - performance.now()), undefined, { signal: ending.signal, ref: false }).catch(() => {})
      }
      isRunning = false
    }
    const refresh = () => {
      isStale = true
      if (!isRunning) void run()
    }
    /** Returns the snapshot of the current state. All connections that open between two changes share its text. */
    const getSnapshotJson = () => {
      if (snapshot?.state !== current) snapshot = { state: current, json: JSON.stringify(options.toSnapshot(current as State)) }
      return snapshot?.json ?? ''
    }
    const endWhenIdle = () => {
      const idle = setTimeout(() => {
        if (topic?.connectionCount() === 0) end()
      }, timing.unwatchDelayMs)
      idle.unref()
    }
    const start = async () => {
      try {
        current = await read(key)
      } catch (error) {
        end()
        throw error
      }
      if (!current) {
        end()
        return undefined
      }
      topic = eventStreams.createStream(getSnapshotJson, endWhenIdle)
      // the state may have changed during the first reading
      if (isStale) void run()
      return topic
    }
    // The watch is in the map before the first reading, so that no change is missed.
    const watch: Watch = { topic: Promise.resolve(undefined), refresh, end }
    watches.set(key, watch)
    watch.topic = start()
    return watch
  }

  const stop = invalidator.subscribe((tags) => {
    const isAll = tags.includes(allTags)
    for (const [key, { refresh }] of watches) if (isAll || options.getTags(key).some((tag) => tags.includes(tag))) refresh()
  })
  return {
    /** The event stream of a key; undefined when `read` finds no state. */
    topic: (key: string): Promise<EventStream | undefined> => (watches.get(key) ?? startWatch(key)).topic,
    close: () => {
      stop()
      for (const { end } of watches.values()) end()
    },
  }
}
