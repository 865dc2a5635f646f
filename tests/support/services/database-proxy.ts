import { connect, createServer, type Socket } from 'node:net'
import type { startCluster } from './cluster.ts'

/** Connections are cut that are about to send a statement that matches, as many as `times`. */
type Fault = { statement: RegExp; times: number }

/**
 * Returns a function that splits the bytes of one direction of a connection into messages of PostgreSQL's
 * protocol. Each has a type byte and a length; the first message of a client has a length only.
 */
const createMessageSplitter = (isClient: boolean) => {
  let rest = Buffer.alloc(0)
  let typeBytes = isClient ? 0 : 1
  return (bytes: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, bytes])
    const messages: Buffer[] = []
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < length) break
      messages.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      typeBytes = 1
    }
    return messages
  }
}

/**
 * A TCP proxy in front of a test cluster. `cutAt` breaks connections that are about to run a statement,
 * `cutAtMessage` the one that is about to transfer the n-th protocol message from now on; after `freeze` no
 * answer of the server arrives, as when the network drops packets.
 */
export const openDatabaseProxy = async (target: Awaited<ReturnType<typeof startCluster>>['connection']) => {
  const sockets = new Set<Socket>()
  let fault: Fault | undefined
  let isFrozen = false
  let isReachable = true
  let messages = 0
  let lastMessage = Number.POSITIVE_INFINITY
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  }
  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const isMatch = (bytes: Buffer) =>
    fault !== undefined && fault.times > 0 && fault.statement.test(bytes.toString('latin1'))
  const server = createServer((client) => {
    if (!isReachable) {
      client.destroy()
      return
    }
    client.setNoDelay(true)
    const upstream = connect(`${target.host}/.s.PGSQL.${target.port}`)
    track(client)
    track(upstream)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    /** Forwards the messages in `bytes` until the connection is cut. */
    const forward = (split: (bytes: Buffer) => Buffer[], bytes: Buffer, to: Socket) => {
      for (const message of split(bytes)) {
        messages += 1
        if (messages === lastMessage) {
          cut()
          return
        }
        to.write(message)
      }
    }
    const [splitClient, splitServer] = [createMessageSplitter(true), createMessageSplitter(false)]
    client.on('data', (bytes: Buffer) => {
      if (isMatch(bytes)) {
        if (fault) fault.times -= 1
        cut()
      } else forward(splitClient, bytes, upstream)
    })
    upstream.on('data', (bytes: Buffer) => {
      if (!isFrozen) forward(splitServer, bytes, client)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  return {
    connection: { ...target, host: '127.0.0.1', port },
    cutAt: (statement: RegExp, times: number) => {
      fault = { statement, times }
    },
    /**
     * Counts messages from 1 again, and cuts a connection before the message `at`; without it, only counts.
     */
    cutAtMessage: (at = Number.POSITIVE_INFINITY) => {
      messages = 0
      lastMessage = at
    },
    /** Returns the number of messages since `cutAtMessage`. */
    countMessages: () => messages,
    freeze: () => {
      isFrozen = true
    },
    /** Cuts all connections and refuses new ones, or accepts them again. */
    setReachable: (reachable: boolean) => {
      isReachable = reachable
      if (!reachable) closeAll()
    },
    close: async () => {
      closeAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}
