import { createServer } from 'node:net'

/** A port that nothing listens on now, for a server whose address has to be known before it starts. */
export const findFreePort = () =>
  new Promise<number>((found, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
