import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Finds an unused port, for a server whose address must be known before it starts. The port is below those
 * that systems give to outgoing connections and to servers on port 0, so that none of them takes it before
 * the server starts.
 */
export const findFreePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : findFreePort()
}
