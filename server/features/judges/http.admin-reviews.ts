import {
  adminReviewSheetParams,
  allowAttemptParams,
  allowAttemptRequest,
  reviewedSheetResponse,
  reviewSheetRequest,
  setSecondJudgeRequest,
  sheetReviewsParams,
  sheetReviewsResponse,
} from '#contract/judge-sheet.schema.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createSheetReviewService } from './sheet-review-service.ts'
import { createJudgeSheetService } from './sheet-service.ts'

/**
 * Registers the calls of the back office about sheets that wait for a second judge or a decision, and about
 * further attempts.
 */
export const sheetReviewAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'judging', 'results', async (app) => {
    const service = createSheetReviewService(deps)
    const sheets = createJudgeSheetService(deps)

    app.get(
      '/api/admin/events/:eventId/judge-sheets',
      {
        schema: {
          summary: 'The sheets that wait for a second judge or a decision, and rejected ones',
          params: sheetReviewsParams,
          response: { 200: sheetReviewsResponse },
        },
      },
      async ({ params }) => buildSuccessReply(await service.list(params.eventId)),
    )
    app.post(
      '/api/admin/events/:eventId/judge-sheets/:sheetId/review',
      {
        schema: {
          summary: 'Confirm or reject a sheet in place of a judge, and decide a conflict',
          params: adminReviewSheetParams,
          body: reviewSheetRequest,
          response: { 200: reviewedSheetResponse },
        },
      },
      async (request) => {
        const { eventId, sheetId } = request.params
        const reviewer = {
          judgeId: null,
          canDecide: true,
          tables: [],
          days: [],
          device: '',
          actor: getAuditActor(request),
        }
        return buildMessageReply(request, 'saved', {
          review: await service.decide(eventId, sheetId, request.body, reviewer),
        })
      },
    )
    app.post(
      '/api/admin/events/:eventId/additional-attempts',
      {
        schema: {
          summary: 'Allow a further attempt of a team in a round: the next sheet for it counts',
          params: allowAttemptParams,
          body: allowAttemptRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await sheets.allowAttempt(request.params.eventId, request.body, getAuditActor(request))
        return buildMessageReply(request, 'saved')
      },
    )
    app.post(
      '/api/admin/events/:eventId/judging/second-judge',
      {
        schema: {
          summary: 'Set whether the sheets of an event need a second judge',
          params: sheetReviewsParams,
          body: setSecondJudgeRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.setSecondJudge(
          request.params.eventId,
          request.body.needsSecondJudge,
          getAuditActor(request),
        )
        return buildMessageReply(request, 'updated')
      },
    )
  })
