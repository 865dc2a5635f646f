import { createServer } from 'node:net'

let found = 0

/**
 * Finds an unused port, for a server whose address must be known before it starts. Each process looks at ten
 * ports of its own, so that two processes do not find the same one. They are below those that systems give to
 * outgoing connections and to servers on port 0, so that none of them takes it before the server starts.
 */
export const findFreePort = async (): Promise<number> => {
  const port = 20_000 + (process.pid % 1200) * 10 + (found++ % 10)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : findFreePort()
}
