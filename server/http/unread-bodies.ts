import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a body that is still arriving after the reply may make no progress (`idleMs`), and how long it may take at most (`totalMs`). */
const unreadBodyLimits = { idleMs: 5000, totalMs: 30_000 }

/**
 * Closes the connection of a client that keeps sending the body of a request after its reply, for example of a rejected upload. The bytes are discarded. While
 * they arrive the connection stays open: closing it earlier could lose the reply, which a client may read only after it has sent its body.
 */
export const registerUnreadBodyTimeout = (app: FastifyInstance, { idleMs, totalMs } = unreadBodyLimits) => {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    const { socket } = raw
    // a call inside the process, as of server rendering, has no connection
    if (!raw.complete && socket instanceof Socket) {
      const endsAt = performance.now() + totalMs
      let { bytesRead } = socket
      const timer = setInterval(() => {
        if (!raw.complete && socket.bytesRead !== bytesRead && performance.now() < endsAt) bytesRead = socket.bytesRead
        else {
          clearInterval(timer)
          if (!raw.complete) raw.destroy()
        }
      }, idleMs).unref()
    }
    done()
  })
}
