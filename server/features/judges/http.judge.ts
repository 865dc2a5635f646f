import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { judgeSessionResponse, judgeSignInRequest, judgeSignInResponse } from '#contract/judge.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getIpRateLimitKey } from '#server/http/ip-key.ts'
import { messageReply, preventCaching, successReply } from '#server/http/reply.ts'
import { createJudgeRoutes, getAuthenticatedJudge } from './http.judge-routes.ts'
import { createJudgeSessionService } from './session-service.ts'

/** The calls with which judges sign in and out. */
export const judgeSessionRoutes = (deps: Deps): FastifyPluginAsyncZod => {
  const sessions = createJudgeSessionService(deps)
  const signedIn = createJudgeRoutes(sessions, async (app) => {
    app.get(
      paths.judgeSession,
      { schema: { summary: 'The signed-in judge and the event', response: { 200: judgeSessionResponse } } },
      async (request) => successReply({ session: getAuthenticatedJudge(request).session }),
    )
    app.delete(paths.judgeSession, { schema: { summary: 'Sign a judge out', response: { 200: messageResponse({}) } } }, async (request) => {
      await sessions.signOut(getAuthenticatedJudge(request))
      return messageReply(request, 'updated')
    })
  })
  return async (app) => {
    app.post(
      paths.judgeSession,
      {
        config: { for: 'visitor' },
        onRequest: preventCaching,
        schema: {
          summary: 'Sign a judge in with a code',
          description: 'The token goes into `Authorization` of the other calls below this path. No other call accepts it.',
          tags: ['judging'],
          body: judgeSignInRequest,
          response: { 200: judgeSignInResponse },
        },
      },
      async (request) => {
        const device = { addressKey: getIpRateLimitKey(request.ip), userAgent: request.headers['user-agent'] ?? '' }
        return successReply(await sessions.signIn(request.body.code, device))
      },
    )
    await app.register(signedIn)
  }
}
