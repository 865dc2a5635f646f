import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { getRequestLanguage } from '#server/platform/http/language.ts'
import { buildListReply, buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { createEmailQueueControlService } from './service.ts'

/** Registers the back office's calls about the queue of emails. */
export const createEmailQueueAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createEmailQueueControlService(deps)
    implement('GET /api/admin/email-queue', async () =>
      buildSuccessReply({ queue: await service.readStatus() }),
    )
    implement('GET /api/admin/email-queue/failed', async (request) => {
      const { query } = request
      const { page, per_page: perPage, class: emailClass } = query
      const { emails, total } = await service.listFailed(
        { page, perPage, emailClass },
        getRequestLanguage(request),
      )
      return buildListReply('emails', emails, total, query)
    })
    implement('POST /api/admin/email-queue/pause', async (request) => {
      const { class: emailClass, isPaused } = request.body
      await service.setPaused(emailClass, isPaused, getAuditActor(request))
      return buildMessageReply(request, isPaused ? 'emailsPaused' : 'emailsResumed')
    })
    implement('POST /api/admin/email-queue/resend', async (request) => {
      const { id, class: emailClass } = request.body
      return buildMessageReply(request, 'emailsQueuedAgain', {
        count: await service.resend(id, emailClass, getAuditActor(request)),
      })
    })
  })
