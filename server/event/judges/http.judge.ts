import type { FastifyRequest } from 'fastify'
import type { Panels } from '#contract/event/judging/panel.schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import { getAddressRateLimitKey } from '#server/platform/http/client-address.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/platform/http/reply.ts'
import { findSessionTokenInHeader, type SessionLookup } from '#server/platform/http/session-lookup.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { createAdminProtestService } from '../protests/admin-protest-service.ts'
import { createPanelService } from './panel-service.ts'
import type { AuthenticatedJudge, JudgeSessionService } from './session-service.ts'
import { createSheetReviewAndScoringService } from './sheet-review-service.ts'
import { createJudgeSheetService } from './sheet-service.ts'

const judgeOfRequest = new WeakMap<object, AuthenticatedJudge>()

/**
 * Returns the judge that the guard of `createJudgeRoutes` has authenticated. Throws `no-token` when there is
 * none.
 */
const getAuthenticatedJudge = (request: FastifyRequest): AuthenticatedJudge => {
  const judge = judgeOfRequest.get(request)
  if (!judge) throw new AppError('no-token')
  return judge
}

/** Returns the head judge of a request. Throws `head-judge-only` for another judge. */
const getHeadJudge = (request: FastifyRequest): AuthenticatedJudge => {
  const judge = getAuthenticatedJudge(request)
  if (!judge.session.judge.isHead) throw new AppError('head-judge-only')
  return judge
}

/**
 * Returns the actor of the audit log for a judge. Its name has only the end of the judge code; the log shows
 * that of the judge as long as it exists.
 */
const toJudgeActor = ({ session, hint }: AuthenticatedJudge, requestId: string): Actor => ({
  userId: null,
  name: `judge …${hint}`,
  judgeId: session.judge.id,
  requestId,
})

/**
 * Registers the calls of judges: signing in and out, the data of the event, sending sheets, confirming those
 * of others, and what only head judges do.
 */
export const createJudgeRoutes = (
  deps: Deps,
  sessions: JudgeSessionService,
  sessionLookup: SessionLookup<AuthenticatedJudge>,
) => {
  const sheets = createJudgeSheetService(deps)
  const reviews = createSheetReviewAndScoringService(deps)
  const panels = createPanelService(deps)
  const protests = createAdminProtestService(deps)
  /** Makes a change of a head judge to the panels of the event, and returns the panels after it. */
  const changePanels = async (
    request: FastifyRequest,
    change: (eventId: string, actor: Actor) => Promise<Panels>,
  ) => {
    const judge = getHeadJudge(request)
    return buildMessageReply(request, 'saved', {
      panels: await change(judge.session.event.id, toJudgeActor(judge, request.id)),
    })
  }
  /** Authenticates the judge of a request. Tokens of users are rejected. */
  const requireJudge = async (request: FastifyRequest) => {
    if (!findSessionTokenInHeader(request)) throw new AppError('no-token')
    const judge = await sessionLookup.find(request)
    if (!judge) throw new AppError('bad-token')
    judgeOfRequest.set(request, judge)
  }
  return createCallsPlugin({ guards: { ...deps.guards, requireJudge } }, (implement) => {
    implement('GET /api/v1/judge/session', async (request) =>
      buildSuccessReply({ session: getAuthenticatedJudge(request).session }),
    )
    implement('DELETE /api/v1/judge/session', async (request) => {
      await sessions.signOut(getAuthenticatedJudge(request))
      return buildMessageReply(request, 'updated')
    })
    implement('GET /api/v1/judge/event', async (request) => {
      const judge = getAuthenticatedJudge(request)
      const { unsentSheets } = request.query
      if (unsentSheets !== undefined) await sessions.reportUnsentSheets(judge, unsentSheets)
      return buildSuccessReply(await sheets.getEventData(judge))
    })
    implement('POST /api/v1/judge/sheets', async (request) => {
      const judge = getAuthenticatedJudge(request)
      const { session, sessionId, signedInAt } = judge
      const { sheet, attempts } = await sheets.send(
        {
          eventId: session.event.id,
          judgeId: session.judge.id,
          tables: session.judge.tables,
          days: session.judge.days,
          device: sessionId,
          signedInAt,
          role: session.judge.isHead ? 'headJudge' : 'judge',
          actor: toJudgeActor(judge, request.id),
        },
        request.body,
      )
      return buildMessageReply(request, 'saved', { sheet, attempts: [...attempts] })
    })
    implement('POST /api/v1/judge/sheets/:sheetId/review', async (request) => {
      const judge = getAuthenticatedJudge(request)
      const { session, sessionId } = judge
      const { id: judgeId, isHead: canDecide, tables, days } = session.judge
      const reviewer = {
        judgeId,
        canDecide,
        tables,
        days,
        device: sessionId,
        actor: toJudgeActor(judge, request.id),
      }
      return buildMessageReply(request, 'saved', {
        review: await reviews.decide(session.event.id, request.params.sheetId, request.body, reviewer),
      })
    })
    implement('POST /api/v1/judge/additional-attempts', async (request) => {
      const judge = getHeadJudge(request)
      await sheets.allowAttempt(judge.session.event.id, request.body, toJudgeActor(judge, request.id))
      return buildMessageReply(request, 'saved')
    })
    implement('GET /api/v1/judge/panels', async (request) =>
      buildSuccessReply({ panels: await panels.get(getHeadJudge(request).session.event.id) }),
    )
    implement('PUT /api/v1/judge/panels/recusals', async (request) =>
      changePanels(request, (eventId, actor) => panels.setRecusal(eventId, request.body, actor)),
    )
    implement('POST /api/v1/judge/panels/second-looks', async (request) =>
      changePanels(request, (eventId, actor) => panels.requestSecondLook(eventId, request.body, actor)),
    )
    implement('PUT /api/v1/judge/protests/:protestId', async (request) => {
      const judge = getHeadJudge(request)
      const { protestId } = request.params
      const protest = await protests.enterOnPaper(
        judge.session.event.id,
        protestId,
        request.body,
        toJudgeActor(judge, request.id),
      )
      return buildMessageReply(request, 'saved', { protest })
    })
    implement(
      'POST /api/v1/judge/session',
      async (request) => {
        const device = {
          addressKey: getAddressRateLimitKey(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
        }
        const signedIn = await sessions.signIn(request.body.code, device)
        sessionLookup.remember(signedIn.token)
        return buildSuccessReply(signedIn)
      },
      { onRequest: preventCaching },
    )
  })
}
