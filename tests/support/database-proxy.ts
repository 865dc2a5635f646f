import { connect, createServer, type Socket } from 'node:net'
import type { startCluster } from './cluster.ts'

/** Connections are cut that are about to send a statement that matches, as many as `times`. */
type Fault = { statement: RegExp; times: number }

/**
 * A TCP proxy in front of a test cluster. `cutAt` breaks connections that are about to run a statement; after `freeze` no answer of the server
 * arrives, as when the network drops packets.
 */
export const openDatabaseProxy = async (target: Awaited<ReturnType<typeof startCluster>>['connection']) => {
  const sockets = new Set<Socket>()
  let fault: Fault | undefined
  let isFrozen = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  }
  const server = createServer((client) => {
    const upstream = connect(`${target.host}/.s.PGSQL.${target.port}`)
    track(client)
    track(upstream)
    client.on('data', (bytes) => {
      if (fault && fault.times > 0 && fault.statement.test(bytes.toString('latin1'))) {
        fault.times -= 1
        client.destroy()
        upstream.destroy()
      } else upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (!isFrozen) client.write(bytes)
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
    freeze: () => {
      isFrozen = true
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
