import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server on this machine. `cutAll` breaks the connections that are open, and returns how many. */
export const openTcpProxy = async (port: number) => {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    clients.add(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {})
      socket.on('close', () => {
        clients.delete(client)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const cutAll = () => {
    const count = clients.size
    for (const client of clients) client.resetAndDestroy()
    clients.clear()
    return count
  }
  return {
    address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cutAll,
    close: async () => {
      cutAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}
