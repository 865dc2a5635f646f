import {
  createdJudgesResponse,
  createJudgesRequest,
  judgeParams,
  judgesParams,
  judgesResponse,
  leaveJudgeRequest,
  leftJudgeResponse,
  newJudgeCodeResponse,
  savedJudgeResponse,
  saveJudgeRequest,
} from '#contract/judge.schema.ts'
import { importedSheetDevice, type RecordedAttempt } from '#contract/judge.ts'
import {
  type ImportedSheetResult,
  importedSheetsResponse,
  importSheetsParams,
  importSheetsRequest,
} from '#contract/judge-sheet.schema.ts'
import { findPanelRound } from '#contract/rules/rule-set-sheet.ts'
import type { Deps } from '#server/deps.ts'
import { listEventTeams } from '#server/features/schedule/service.ts'
import {
  checkAndScoreAttemptByRules,
  getRankingEvent,
  readEventRules,
} from '#server/features/scores/service.ts'
import { toErrorResponse } from '#server/http/errors.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { AppError } from '#server/lib/app-error.ts'
import { createJudgeService } from './service.ts'
import { createJudgeSheetService } from './sheet-service.ts'

/** Registers the calls of the back office about the judges of an event. */
export const judgesAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'judging', 'results', async (app) => {
    const judges = createJudgeService(deps)
    const sheets = createJudgeSheetService(deps)
    const path = '/api/admin/events/:eventId/judges'

    app.get(
      path,
      {
        schema: {
          summary: 'The judges of an event',
          params: judgesParams,
          response: { 200: judgesResponse },
        },
      },
      async ({ params }) => buildSuccessReply({ judges: await judges.list(params.eventId) }),
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
        buildMessageReply(request, 'saved', {
          judges: await judges.create(request.params.eventId, request.body, getAuditActor(request)),
        }),
    )
    app.put(
      `${path}/:judgeId`,
      {
        schema: {
          summary: 'Change a judge',
          params: judgeParams,
          body: saveJudgeRequest,
          response: { 200: savedJudgeResponse },
        },
      },
      async (request) => {
        const { eventId, judgeId } = request.params
        return buildMessageReply(request, 'updated', {
          judge: await judges.update(eventId, judgeId, request.body, getAuditActor(request)),
        })
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
        return buildMessageReply(
          request,
          'saved',
          await judges.renewCode(eventId, judgeId, getAuditActor(request)),
        )
      },
    )
    app.delete(
      `${path}/:judgeId`,
      {
        schema: {
          summary: 'Revoke the code of a judge',
          params: judgeParams,
          response: { 200: savedJudgeResponse },
        },
      },
      async (request) => {
        const { eventId, judgeId } = request.params
        return buildMessageReply(request, 'updated', {
          judge: await judges.revoke(eventId, judgeId, getAuditActor(request)),
        })
      },
    )
    app.post(
      `${path}/:judgeId/leave`,
      {
        schema: {
          summary: 'Let a judge leave the event from now on, with a substitute or without one',
          description:
            'The code is revoked. The substitute takes over tables and days; a panel whose missing sheets nobody else can fill in does without the judge. A new code takes it back.',
          params: judgeParams,
          body: leaveJudgeRequest,
          response: { 200: leftJudgeResponse },
        },
      },
      async (request) => {
        const { eventId, judgeId } = request.params
        return buildMessageReply(
          request,
          'saved',
          await judges.leave(eventId, judgeId, request.body, getAuditActor(request)),
        )
      },
    )
    app.post(
      '/api/admin/events/:eventId/judge-sheets',
      {
        schema: {
          summary:
            'Take in the sheets that a device of a judge could not send; each is recorded or not for itself',
          params: importSheetsParams,
          body: importSheetsRequest,
          response: { 200: importedSheetsResponse },
        },
      },
      async (request) => {
        const { eventId } = request.params
        const { acceptConflicts } = request.body
        const actor = getAuditActor(request)
        const known = new Map((await judges.list(eventId)).map((judge) => [judge.id, judge]))
        const { db } = deps.database
        const teams = await listEventTeams(db, eventId)
        const rules = await readEventRules(db, await getRankingEvent(db, eventId))
        const results: ImportedSheetResult[] = []
        for (const sheet of request.body.sheets) {
          const judge = sheet.judgeId === null ? undefined : known.get(sheet.judgeId)
          const sender = {
            eventId,
            judgeId: judge?.id ?? null,
            signedInAt: judge ? new Date(judge.createdAt) : null,
            tables: [],
            days: [],
            device: importedSheetDevice,
            isHead: false,
          }
          const teamIds = [sheet.teamId, ...(sheet.opponent ? [sheet.opponent.teamId] : [])]
          const teamName = teamIds
            .map((teamId) => teams.find(({ id }) => id === teamId)?.name ?? '')
            .join(' – ')
          const row = { id: sheet.id, round: sheet.round, teamName, sent: null, recorded: [] }
          try {
            const { sheet: sent, isRepeat } = await sheets.send(
              { ...sender, importedBy: actor.userId, actor, acceptConflicts },
              sheet,
            )
            const isUnrecorded = sent.attemptId === null && !sheet.isDiscarded
            // sheets of a panel never wait
            const unrecorded = findPanelRound(rules.ruleSet, sheet.round) ? 'outdated' : 'waiting'
            const result = isRepeat ? 'repeated' : isUnrecorded ? unrecorded : 'saved'
            results.push({ ...row, result, msg: '' })
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            const isConflict = error.code === 'sheet-conflict' || error.code === 'rules-changed'
            const result = isConflict ? ('conflict' as const) : ('invalid' as const)
            const { round, score, timeMs, values } = sheet
            const computed = isConflict
              ? checkAndScoreAttemptByRules(rules, {
                  mission: round,
                  score,
                  timeMs,
                  values: values ?? undefined,
                })
              : undefined
            const sent =
              computed && 'columns' in computed
                ? { score: computed.columns.score, timeMs: computed.columns.timeMs }
                : null
            const { attempts = [] } = (error.details ?? {}) as { attempts?: RecordedAttempt[] }
            const recorded = attempts.map(({ score, timeMs, judgeName }) => ({ score, timeMs, judgeName }))
            results.push({ ...row, result, sent, recorded, msg: toErrorResponse(error, request).msg })
          }
        }
        return buildMessageReply(request, 'saved', { results })
      },
    )
  })
