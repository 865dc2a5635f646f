import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that a client has, after the reply, to finish sending a body that is not read. */
export const unreadBodyTimeoutMs = 5000

/**
 * Closes the connection of a client that keeps sending the body of a request after its reply, for example of a rejected upload. The delay lets the client
 * read the reply before the connection is closed.
 */
export const registerUnreadBodyTimeout = (app: FastifyInstance, timeoutMs = unreadBodyTimeoutMs) => {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    // a call inside the process, as of server rendering, has no connection
    if (!raw.complete && raw.socket instanceof Socket)
      setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, timeoutMs).unref()
    done()
  })
}
