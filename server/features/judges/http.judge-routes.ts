import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { preventCaching } from '#server/http/reply.ts'
import { findSessionToken, type SessionLookup } from '#server/http/session-lookup.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedJudge } from './session-service.ts'

const judgeOfRequest = new WeakMap<object, AuthenticatedJudge>()

/** Returns the judge that the guard of `createJudgeRoutes` has authenticated. Throws `no-token` when there is none. */
export const getAuthenticatedJudge = (request: FastifyRequest): AuthenticatedJudge => {
  const judge = judgeOfRequest.get(request)
  if (!judge) throw new AppError('no-token')
  return judge
}

/** Creates the routes of `register` for signed-in judges. Tokens of accounts are rejected. */
export const createJudgeRoutes =
  (sessions: SessionLookup<AuthenticatedJudge>, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  async (app, options) => {
    app.addHook('onRoute', (route) => {
      route.config = { for: 'judge', ...route.config }
      route.schema = { tags: ['judging'], security: [{ token: [] }], ...route.schema }
    })
    app.addHook('onRequest', preventCaching)
    app.addHook('onRequest', async (request) => {
      if (!findSessionToken(request)) throw new AppError('no-token')
      const judge = await sessions.find(request)
      if (!judge) throw new AppError('bad-token')
      judgeOfRequest.set(request, judge)
    })
    await register(app, options)
  }
