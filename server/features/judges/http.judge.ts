import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { judgeSessionResponse, judgeSignInRequest, judgeSignInResponse } from '#contract/judge.schema.ts'
import {
  allowAttemptRequest,
  judgeEventQuery,
  judgeEventResponse,
  judgeSheetRequest,
  reviewedSheetResponse,
  reviewSheetParams,
  reviewSheetRequest,
  sentSheetResponse,
} from '#contract/judge-sheet.schema.ts'
import {
  changedPanelsResponse,
  type Panels,
  panelsResponse,
  requestSecondLookRequest,
  setRecusalRequest,
} from '#contract/panel.schema.ts'
import { paths } from '#contract/paths.ts'
import { createPaperProtestRequest, protestParams, savedProtestResponse } from '#contract/protest.schema.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { createAdminProtestService } from '#server/features/protests/admin-protest-service.ts'
import { getAddressRateLimitKey } from '#server/http/client-address.ts'
import { buildMessageReply, buildSuccessReply, preventCaching } from '#server/http/reply.ts'
import { findSessionToken, type SessionLookup } from '#server/http/session-lookup.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createPanelService } from './panel-service.ts'
import type { AuthenticatedJudge, JudgeSessionService } from './session-service.ts'
import { createSheetReviewService } from './sheet-review-service.ts'
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

/** Creates the routes of `register` for signed-in judges. Tokens of users are rejected. */
const createJudgeRoutes =
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
export const judgeRoutes = (
  deps: Deps,
  sessions: JudgeSessionService,
  sessionLookup: SessionLookup<AuthenticatedJudge>,
): FastifyPluginAsyncZod => {
  const sheets = createJudgeSheetService(deps)
  const reviews = createSheetReviewService(deps)
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
  const signedIn = createJudgeRoutes(sessionLookup, async (app) => {
    app.get(
      paths.judgeSession,
      { schema: { summary: 'The signed-in judge and the event', response: { 200: judgeSessionResponse } } },
      async (request) => buildSuccessReply({ session: getAuthenticatedJudge(request).session }),
    )
    app.delete(
      paths.judgeSession,
      { schema: { summary: 'Sign a judge out', response: { 200: messageOnlyResponse } } },
      async (request) => {
        await sessions.signOut(getAuthenticatedJudge(request))
        return buildMessageReply(request, 'updated')
      },
    )
    app.get(
      paths.judgeEvent,
      {
        schema: {
          summary: 'The rules, teams, schedule and results of the event of a judge',
          description:
            'Everything that a device needs to judge without a connection. Of people it has no data but the names of judges.',
          querystring: judgeEventQuery,
          response: { 200: judgeEventResponse },
        },
      },
      async (request) => {
        const judge = getAuthenticatedJudge(request)
        const { unsentSheets } = request.query
        if (unsentSheets !== undefined) await sessions.reportUnsentSheets(judge, unsentSheets)
        return buildSuccessReply(await sheets.getEventData(judge))
      },
    )
    app.post(
      paths.judgeSheets,
      {
        schema: {
          summary: 'Send a score sheet',
          description:
            'A repeat with the same `id` changes nothing but feedback that was written later, and gets the first reply. A head judge is told of a conflict (409) and decides; the sheet of another judge then waits for a decision.',
          body: judgeSheetRequest,
          response: { 200: sentSheetResponse },
        },
      },
      async (request) => {
        const judge = getAuthenticatedJudge(request)
        const { session, sessionId, signedInAt } = judge
        const { sheet, ruleSet } = await sheets.send(
          {
            eventId: session.event.id,
            judgeId: session.judge.id,
            tables: session.judge.tables,
            days: session.judge.days,
            device: sessionId,
            signedInAt,
            importedBy: null,
            isHead: session.judge.isHead,
            actor: toJudgeActor(judge, request.id),
          },
          request.body,
        )
        return buildMessageReply(request, 'saved', {
          sheet,
          attempts: await sheets.listAttemptsForJudge(session, ruleSet, request.body),
        })
      },
    )
    app.post(
      `${paths.judgeSheets}/:sheetId/review`,
      {
        schema: {
          summary: 'Confirm or reject a sheet of another judge',
          description:
            'In an event whose sheets need a second judge, a sheet counts from its confirmation on. A repeated decision changes nothing. A judge with tables or days decides only about sheets of these. Only a head judge decides about sheets in a conflict.',
          params: reviewSheetParams,
          body: reviewSheetRequest,
          response: { 200: reviewedSheetResponse },
        },
      },
      async (request) => {
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
      },
    )
    app.post(
      paths.judgeAdditionalAttempts,
      {
        schema: {
          summary:
            'Allow a further attempt of a team in a round, as a head judge: the next sheet for it counts',
          body: allowAttemptRequest,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        const judge = getHeadJudge(request)
        await sheets.allowAttempt(judge.session.event.id, request.body, toJudgeActor(judge, request.id))
        return buildMessageReply(request, 'saved')
      },
    )
    app.get(
      paths.judgePanels,
      {
        schema: {
          summary: 'The sheets of panels by team and judge, as a head judge',
          response: { 200: panelsResponse },
        },
      },
      async (request) =>
        buildSuccessReply({ panels: await panels.get(getHeadJudge(request).session.event.id) }),
    )
    app.put(
      `${paths.judgePanels}/recusals`,
      {
        schema: {
          summary:
            'Leave a judge out of a team because of a conflict of interest, or take it back, as a head judge',
          body: setRecusalRequest,
          response: { 200: changedPanelsResponse },
        },
      },
      async (request) =>
        changePanels(request, (eventId, actor) => panels.setRecusal(eventId, request.body, actor)),
    )
    app.post(
      `${paths.judgePanels}/second-looks`,
      {
        schema: {
          summary: 'Ask a judge of a panel to look at the own sheet again, as a head judge',
          body: requestSecondLookRequest,
          response: { 200: changedPanelsResponse },
        },
      },
      async (request) =>
        changePanels(request, (eventId, actor) => panels.requestSecondLook(eventId, request.body, actor)),
    )
    app.put(
      `${paths.judgeProtests}/:protestId`,
      {
        schema: {
          summary: 'Enter a protest that a team made on paper, as a head judge; a repeat is harmless',
          params: protestParams,
          body: createPaperProtestRequest,
          response: { 200: savedProtestResponse },
        },
      },
      async (request) => {
        const judge = getHeadJudge(request)
        const { protestId } = request.params
        const protest = await protests.enterOnPaper(
          judge.session.event.id,
          protestId,
          request.body,
          toJudgeActor(judge, request.id),
        )
        return buildMessageReply(request, 'saved', { protest })
      },
    )
  })
  return async (app) => {
    app.post(
      paths.judgeSession,
      {
        config: { for: 'visitor', errorLimit: { max: 1000, timeWindow: '15 minutes' } },
        onRequest: preventCaching,
        schema: {
          summary: 'Sign a judge in with a code',
          description:
            'The token goes into `Authorization` of the other calls below this path. No other call accepts it.',
          tags: ['judging'],
          body: judgeSignInRequest,
          response: { 200: judgeSignInResponse },
        },
      },
      async (request) => {
        const device = {
          addressKey: getAddressRateLimitKey(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
        }
        const signedIn = await sessions.signIn(request.body.code, device)
        sessionLookup.remember(signedIn.token)
        return buildSuccessReply(signedIn)
      },
    )
    await app.register(signedIn)
  }
}
