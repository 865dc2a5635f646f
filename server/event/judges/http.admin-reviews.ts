import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createEventOverviewService } from '../event-overview/service.ts'
import { createSheetReviewAndScoringService } from './sheet-review-service.ts'
import { createJudgeSheetService } from './sheet-service.ts'

/**
 * Registers the calls of the back office about sheets that wait for a second judge or a decision, and about
 * further attempts.
 */
export const createSheetReviewAndAttemptAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createSheetReviewAndScoringService(deps)
    const sheets = createJudgeSheetService(deps)
    const overview = createEventOverviewService(deps)

    implement('GET /api/admin/events/:eventId/judge-sheets', async ({ params }) =>
      buildSuccessReply({
        ...(await service.list(params.eventId)),
        streamKey: overview.getStreamKey(params.eventId),
      }),
    )
    implement('POST /api/admin/events/:eventId/judge-sheets/:sheetId/review', async (request) => {
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
    })
    implement('POST /api/admin/events/:eventId/additional-attempts', async (request) => {
      await sheets.allowAttempt(request.params.eventId, request.body, getAuditActor(request))
      return buildMessageReply(request, 'saved')
    })
    implement('POST /api/admin/events/:eventId/judging/second-judge', async (request) => {
      await service.setSecondJudge(
        request.params.eventId,
        request.body.needsSecondJudge,
        getAuditActor(request),
      )
      return buildMessageReply(request, 'updated')
    })
  })
