import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { msPerMinute } from '#contract/platform/time.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { allTags, type Invalidator } from '#server/platform/lib/cache-invalidation.ts'
import { getAddressRateLimitKey } from './client-address.ts'

/**
 * Events that a stream stores for clients that reconnect, the interval of keep-alive comments, and the limits
 * of one process.
 */
export const eventStreamLimits = {
  replayedEvents: 200,
  heartbeatMs: 20_000,
  maxBufferedBytes: 512 * 1024,
  connections: 10_000,
  connectionsPerIp: 1000,
}

const keepAlive = Buffer.from(':\n\n')
/**
 * Returns a `retry` field of 2 to 4 seconds, at random, so that clients do not all reconnect at the same
 * time.
 */
const retryField = () => `retry: ${2000 + Math.floor(Math.random() * 2000)}\n\n`

/** One stream of events to many clients. */
export type EventStream = {
  /** Sends an event to all clients. */
  publish: (event: string, data: unknown) => void
  /**
   * Connects the client of a reply. It gets the events after its `Last-Event-ID`, or a snapshot. Throws
   * `overloaded` and `too-many`.
   */
  connect: (request: FastifyRequest, reply: FastifyReply) => void
  /** Closes all connections of the stream. */
  end: () => void
  connectionCount: () => number
}

/**
 * Creates the Server-Sent Events of a process. Event ids are `<epoch>-<number>`: a client that reconnects to
 * the same stream gets the events that it missed, any other a snapshot. Slow clients are disconnected and
 * reconnect. All connections are closed before the server stops.
 */
export const createEventStreamFactory = (
  app: FastifyInstance,
  limits: typeof eventStreamLimits = eventStreamLimits,
) => {
  const connections = new Map<Socket, string>()
  const connectionsByIp = new Map<string, number>()

  const write = (connection: Socket, bytes: Buffer | string) => {
    if (connection.writableLength > limits.maxBufferedBytes) connection.destroy()
    else connection.write(bytes)
  }
  const keepAliveTimer = setInterval(() => {
    for (const connection of connections.keys()) write(connection, keepAlive)
  }, limits.heartbeatMs)
  keepAliveTimer.unref()
  app.addHook('preClose', async () => {
    clearInterval(keepAliveTimer)
    for (const connection of connections.keys()) connection.end(retryField())
  })

  const addConnection = (connection: Socket, address: string) => {
    connections.set(connection, address)
    connectionsByIp.set(address, (connectionsByIp.get(address) ?? 0) + 1)
  }
  const removeConnection = (connection: Socket) => {
    const address = connections.get(connection)
    if (address === undefined) return
    connections.delete(connection)
    const remaining = (connectionsByIp.get(address) ?? 1) - 1
    if (remaining > 0) connectionsByIp.set(address, remaining)
    else connectionsByIp.delete(address)
  }

  return {
    count: () => connections.size,
    /**
     * Creates a stream. `getSnapshotJson` returns its current state as JSON; `onEmpty` is called when the
     * last client disconnects.
     */
    createStream: (getSnapshotJson: () => string, onEmpty: () => void): EventStream => {
      const clients = new Set<Socket>()
      const recent: { id: number; bytes: Buffer }[] = []
      const epoch = `${Date.now().toString(36)}${randomBytes(4).toString('hex')}`
      let last = 0
      return {
        connectionCount: () => clients.size,
        publish: (event, data) => {
          last++
          const bytes = Buffer.from(
            `id: ${epoch}-${last}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
          )
          recent.push({ id: last, bytes })
          if (recent.length > limits.replayedEvents) recent.shift()
          for (const client of clients) write(client, bytes)
        },
        connect: (request, reply) => {
          if (connections.size >= limits.connections) throw new AppError('overloaded')
          const address = getAddressRateLimitKey(request.ip)
          if ((connectionsByIp.get(address) ?? 0) >= limits.connectionsPerIp) throw new AppError('too-many')
          const headers = reply.getHeaders()
          reply.hijack()
          const { raw } = reply
          const { socket } = request.raw
          // Events are written to the socket, which needs a body without chunks. A response would delay each
          // write until the loop over all clients ends.
          raw.useChunkedEncodingByDefault = false
          raw.writeHead(200, {
            ...(headers as Record<string, string>),
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            // nginx would buffer events
            'x-accel-buffering': 'no',
          })
          // V8 stores headers as one string when they are sent alone, otherwise as about 70 strings for as
          // long as the connection is open
          raw.flushHeaders()
          const [lastEpoch, lastNumber] = String(request.headers['last-event-id'] ?? '').split('-')
          const number = Number(lastNumber)
          const oldest = recent[0]?.id ?? last + 1
          if (lastEpoch === epoch && Number.isInteger(number) && number >= oldest - 1 && number <= last) {
            socket.write(keepAlive)
            for (const { id, bytes } of recent) if (id > number) socket.write(bytes)
          } else socket.write(`id: ${epoch}-${last}\nevent: snapshot\ndata: ${getSnapshotJson()}\n\n`)
          clients.add(socket)
          addConnection(socket, address)
          const disconnect = () => {
            removeConnection(socket)
            if (clients.delete(socket) && clients.size === 0) onEmpty()
          }
          socket.on('close', disconnect)
          socket.on('error', disconnect)
        },
        end: () => {
          for (const client of clients) client.end(retryField())
        },
      }
    },
  }
}
export type EventStreams = ReturnType<typeof createEventStreamFactory>

/**
 * The shortest time between two readings of a state, and so between two events; the same after a failed
 * reading; how long a state without readers is watched.
 */
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

/**
 * Creates the publisher of event streams, one stream for each key. After a change by any process, it reads
 * the state of a key once and sends it to all clients of the stream.
 */
export const createStateChangeStreamPublisher = <State>(options: EventStreamPublisherOptions<State>) => {
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
    /**
     * Reads the state and publishes the difference; returns the shortest time from the start of this reading
     * to the next one.
     */
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
        await sleep(Math.max(0, startedAt + pause - performance.now()), undefined, {
          signal: ending.signal,
          ref: false,
        }).catch(() => {})
      }
      isRunning = false
    }
    const refresh = () => {
      isStale = true
      if (!isRunning) void run()
    }
    /**
     * Returns the snapshot of the current state. All connections that open between two changes share its
     * text.
     */
    const getSnapshotJson = () => {
      if (snapshot?.state !== current)
        snapshot = { state: current, json: JSON.stringify(options.toSnapshot(current as State)) }
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
    for (const [key, { refresh }] of watches)
      if (isAll || options.getTags(key).some((tag) => tags.includes(tag))) refresh()
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
