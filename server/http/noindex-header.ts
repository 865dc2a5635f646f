import type { FastifyInstance } from 'fastify'

/** Paths that search engines must not index: the API, and pages of the account, the back office, sign-in, displays and judges. */
const unlisted =
  /^\/(?:api|admin|account|payment|login|confirm-email|forgot-password|reset-password|unsubscribe|guardian|verify\/[^/?]+|judge|healthz|readyz|metrics|events\/[^/?]+\/display)(?:[/?]|$)/

/** Sends `X-Robots-Tag: noindex` for these paths. The header also covers replies that have no meta tag, such as JSON. */
export const registerNoindexHeader = (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (unlisted.test(request.url)) reply.header('x-robots-tag', 'noindex')
    done()
  })
}
