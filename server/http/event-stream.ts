import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import { getIpRateLimitKey } from './rate-limit.ts'

/** Events that a stream stores for clients that reconnect, the interval of keep-alive comments, and the limits of one process. */
export const eventStreamLimits = {
  replayedEvents: 200,
  heartbeatMs: 20_000,
  maxBufferedBytes: 512 * 1024,
  connections: 10_000,
  connectionsPerIp: 1000,
}

const keepAlive = Buffer.from(':\n\n')
/** Returns a `retry` field of 2 to 4 seconds, at random, so that clients do not all reconnect at the same time. */
const retryField = () => `retry: ${2000 + Math.floor(Math.random() * 2000)}\n\n`

/** One stream of events to many clients. */
export type EventStream = {
  /** Sends an event to all clients. */
  publish: (event: string, data: unknown) => void
  /** Connects the client of a reply. It gets the events after its `Last-Event-ID`, or a snapshot. Throws `overloaded` and `too-many`. */
  connect: (request: FastifyRequest, reply: FastifyReply) => void
  /** Closes all connections of the stream. */
  end: () => void
  connectionCount: () => number
}

/**
 * Creates the Server-Sent Events of a process. Event ids are `<epoch>-<number>`: a client that reconnects to the same stream gets the events that it missed,
 * any other a snapshot. Slow clients are disconnected and reconnect. All connections are closed before the server stops.
 */
export const createEventStreams = (app: FastifyInstance, limits: typeof eventStreamLimits = eventStreamLimits) => {
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
    /** Creates a stream. `getSnapshotJson` returns its current state as JSON; `onEmpty` is called when the last client disconnects. */
    createStream: (getSnapshotJson: () => string, onEmpty: () => void): EventStream => {
      const clients = new Set<Socket>()
      const recent: { id: number; bytes: Buffer }[] = []
      const epoch = `${Date.now().toString(36)}${randomBytes(4).toString('hex')}`
      let last = 0
      return {
        connectionCount: () => clients.size,
        publish: (event, data) => {
          last++
          const bytes = Buffer.from(`id: ${epoch}-${last}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
          recent.push({ id: last, bytes })
          if (recent.length > limits.replayedEvents) recent.shift()
          for (const client of clients) write(client, bytes)
        },
        connect: (request, reply) => {
          if (connections.size >= limits.connections) throw new AppError('overloaded')
          const address = getIpRateLimitKey(request.ip)
          if ((connectionsByIp.get(address) ?? 0) >= limits.connectionsPerIp) throw new AppError('too-many')
          const headers = reply.getHeaders()
          reply.hijack()
          const { raw } = reply
          const { socket } = request.raw
          // Events are written to the socket, which needs a body without chunks. A response would delay each write until the loop over all clients ends.
          raw.useChunkedEncodingByDefault = false
          raw.writeHead(200, {
            ...(headers as Record<string, string>),
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            // nginx would buffer events
            'x-accel-buffering': 'no',
          })
          // V8 stores headers as one string when they are sent alone, otherwise as about 70 strings for as long as the connection is open
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
export type EventStreams = ReturnType<typeof createEventStreams>
