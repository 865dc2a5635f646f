import type { FastifyInstance } from 'fastify'

/** What stands in no search engine: calls, and the pages that are for who is signed in or about to be. */
const unlisted = /^\/(?:api|admin|account|payment|login|confirm-email|forgot-password|reset-password)(?:[/?]|$)/

/** Tells search engines so in a header, which also holds where a page cannot say it itself (the back office, JSON). */
export const keepOutOfSearch = (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (unlisted.test(request.url)) reply.header('x-robots-tag', 'noindex')
    done()
  })
}
