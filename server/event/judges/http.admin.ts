import { importedSheetDevice, type RecordedAttempt } from '#contract/event/judging/judge.ts'
import type { ImportedSheetResult } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Deps } from '#server/deps.ts'
import { buildErrorReply } from '#server/platform/http/errors.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { listEventTeamsIncludingWithdrawn } from '../schedule/service.ts'
import { getRankingEvent, readEventRules, scoreAttemptOrListProblems } from '../scores/service.ts'
import { createJudgeService } from './service.ts'
import { createJudgeSheetService } from './sheet-service.ts'

/** What the page of an import calls what became of a sheet. */
const importResults = {
  stored: 'saved',
  waits: 'waiting',
  outdated: 'outdated',
  repeated: 'repeated',
} as const

/** Registers the calls of the back office about the judges of an event. */
export const createJudgesAndSheetImportAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const judges = createJudgeService(deps)
    const sheets = createJudgeSheetService(deps)

    implement('GET /api/admin/events/:eventId/judges', async ({ params, query }) => {
      const { page, per_page: perPage, s: search, state } = query
      const { judges: rows, total } = await judges.list(params.eventId, { page, perPage, search, state })
      return buildListReply('judges', rows, total, query)
    })
    implement('GET /api/admin/events/:eventId/judges/names', async ({ params }) => {
      const names = await judges.listNames(params.eventId)
      return buildSuccessReply({ judges: names.map(({ createdAt: _, ...judge }) => judge) })
    })
    implement('POST /api/admin/events/:eventId/judges', async (request) =>
      buildMessageReply(request, 'saved', {
        judges: await judges.create(request.params.eventId, request.body, getAuditActor(request)),
      }),
    )
    implement('PUT /api/admin/events/:eventId/judges/:judgeId', async (request) => {
      const { eventId, judgeId } = request.params
      return buildMessageReply(request, 'updated', {
        judge: await judges.update(eventId, judgeId, request.body, getAuditActor(request)),
      })
    })
    implement('POST /api/admin/events/:eventId/judges/:judgeId/code', async (request) => {
      const { eventId, judgeId } = request.params
      return buildMessageReply(
        request,
        'saved',
        await judges.renewCode(eventId, judgeId, getAuditActor(request)),
      )
    })
    implement('DELETE /api/admin/events/:eventId/judges/:judgeId', async (request) => {
      const { eventId, judgeId } = request.params
      return buildMessageReply(request, 'updated', {
        judge: await judges.revoke(eventId, judgeId, getAuditActor(request)),
      })
    })
    implement('POST /api/admin/events/:eventId/judges/:judgeId/leave', async (request) => {
      const { eventId, judgeId } = request.params
      return buildMessageReply(
        request,
        'saved',
        await judges.leave(eventId, judgeId, request.body, getAuditActor(request)),
      )
    })
    implement('POST /api/admin/events/:eventId/judge-sheets', async (request) => {
      const { eventId } = request.params
      const { acceptConflicts } = request.body
      const actor = getAuditActor(request)
      const known = new Map((await judges.listNames(eventId)).map((judge) => [judge.id, judge]))
      const { db } = deps.database
      const teams = await listEventTeamsIncludingWithdrawn(db, eventId)
      const rules = await readEventRules(db, await getRankingEvent(db, eventId))
      const results: ImportedSheetResult[] = []
      for (const sheet of request.body.sheets) {
        const judge = sheet.judgeId === null ? undefined : known.get(sheet.judgeId)
        const sender = {
          eventId,
          judgeId: judge?.id ?? null,
          signedInAt: judge?.createdAt ?? null,
          tables: [],
          days: [],
          device: importedSheetDevice,
          role: acceptConflicts ? ('decidingOffice' as const) : ('office' as const),
          actor,
        }
        const teamIds = [sheet.teamId, ...(sheet.opponent ? [sheet.opponent.teamId] : [])]
        const teamName = teamIds
          .map((teamId) => teams.find(({ id }) => id === teamId)?.name ?? '')
          .join(' – ')
        const row = { id: sheet.id, round: sheet.round, teamName, sent: null, recorded: [] }
        try {
          const { kind } = await sheets.send(sender, sheet)
          results.push({ ...row, result: importResults[kind], msg: '' })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const isConflict = error.code === 'sheet-conflict' || error.code === 'rules-changed'
          const result = isConflict ? ('conflict' as const) : ('invalid' as const)
          const { round, score, timeMs, values } = sheet
          const computed = isConflict
            ? scoreAttemptOrListProblems(rules, {
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
          results.push({ ...row, result, sent, recorded, msg: buildErrorReply(error, request).msg })
        }
      }
      return buildMessageReply(request, 'saved', { results })
    })
  })
