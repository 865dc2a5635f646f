import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/**
 * A TCP proxy in front of a server: a port of this machine, or a socket. `cutAll` breaks the connections that
 * are open, and returns how many.
 */
export const openTcpProxy = async (target: number | NetConnectOpts) => {
  const clients = new Set<Socket>()
  let isReachable = true
  let delay = 0
  /** Passes bytes on in their order, each after the delay. */
  const createDelay = () =>
    new Transform({
      highWaterMark: 1024 * 1024,
      transform(bytes, _encoding, done) {
        if (delay === 0) done(null, bytes)
        else setTimeout(() => done(null, bytes), delay)
      },
    })
  const server = createServer((client) => {
    if (!isReachable) {
      client.destroy()
      return
    }
    const upstream = connect(typeof target === 'number' ? { port: target, host: '127.0.0.1' } : target)
    clients.add(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        clients.delete(client)
        other.destroy()
      })
      socket.pipe(createDelay()).pipe(other)
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  const cutAll = () => {
    const count = clients.size
    for (const client of clients) client.resetAndDestroy()
    clients.clear()
    return count
  }
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    cutAll,
    /** Delays the bytes of both directions by these milliseconds. */
    setDelay: (milliseconds: number) => {
      delay = milliseconds
    },
    /** Cuts all connections and refuses new ones, or accepts them again. */
    setReachable: (reachable: boolean) => {
      isReachable = reachable
      if (!reachable) cutAll()
    },
    close: async () => {
      cutAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}
