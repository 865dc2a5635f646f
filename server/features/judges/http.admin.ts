import {
  createdJudgesResponse,
  createJudgesRequest,
  judgeParams,
  judgesParams,
  judgesResponse,
  newJudgeCodeResponse,
  savedJudgeResponse,
  saveJudgeRequest,
} from '#contract/judge.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/http/audit-actor.ts'
import { createAdminRoutes } from '#server/http/guarded-routes.ts'
import { messageReply, successReply } from '#server/http/reply.ts'
import { createJudgeService } from './service.ts'

/** The calls of the back office about the judges of an event. */
export const judgesAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'judging', 'results', async (app) => {
    const judges = createJudgeService(deps)
    const path = '/api/admin/events/:eventId/judges'

    app.get(
      path,
      { schema: { summary: 'The judges of an event', params: judgesParams, response: { 200: judgesResponse } } },
      async ({ params }) => successReply({ judges: await judges.list(params.eventId) }),
    )
    app.post(
      path,
      {
        schema: {
          summary: 'Create judges; no later call returns their codes',
          params: judgesParams,
          body: createJudgesRequest,
          response: { 200: createdJudgesResponse },
        },
      },
      async (request) =>
        messageReply(request, 'saved', { judges: await judges.create(request.params.eventId, request.body, getAuditActor(request)) }),
    )
    app.put(
      `${path}/:judgeId`,
      { schema: { summary: 'Change a judge', params: judgeParams, body: saveJudgeRequest, response: { 200: savedJudgeResponse } } },
      async (request) => {
        const { eventId, judgeId } = request.params
        return messageReply(request, 'updated', { judge: await judges.update(eventId, judgeId, request.body, getAuditActor(request)) })
      },
    )
    app.post(
      `${path}/:judgeId/code`,
      {
        schema: {
          summary: 'Give a judge a new code; the old one and all devices are signed out',
          params: judgeParams,
          response: { 200: newJudgeCodeResponse },
        },
      },
      async (request) => {
        const { eventId, judgeId } = request.params
        return messageReply(request, 'saved', await judges.renewCode(eventId, judgeId, getAuditActor(request)))
      },
    )
    app.delete(
      `${path}/:judgeId`,
      { schema: { summary: 'Revoke the code of a judge', params: judgeParams, response: { 200: savedJudgeResponse } } },
      async (request) => {
        const { eventId, judgeId } = request.params
        return messageReply(request, 'updated', { judge: await judges.revoke(eventId, judgeId, getAuditActor(request)) })
      },
    )
  })
