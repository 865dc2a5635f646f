import { createServer } from 'node:net'

/** Finds an unused port, for a server whose address must be known before it starts. */
export const findFreePort = () =>
  new Promise<number>((found, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
