import type { Deps } from '#server/deps.ts'
import { getAuditActor } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, buildSuccessReply } from '#server/platform/http/reply.ts'
import { getReadOnlyMode, setReadOnlyModeWithAudit } from './read-only-mode.ts'
import { createSettingsService } from './save-settings.ts'

/** Registers the back office's calls about the site's settings. */
export const createSettingsAdminRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createSettingsService(deps)

    implement('GET /api/admin/settings', async () => buildSuccessReply({ settings: await service.read() }))

    implement('GET /api/admin/read-only-mode', async () =>
      buildSuccessReply({ readOnlyMode: await getReadOnlyMode(deps) }),
    )

    implement('PUT /api/admin/read-only-mode', async (request) => {
      await setReadOnlyModeWithAudit(deps, request.body, getAuditActor(request))
      return buildMessageReply(request, 'updated')
    })

    implement('PUT /api/admin/settings', async (request) => {
      const { version, updatedAt: _, ...settings } = request.body
      return buildMessageReply(request, 'updated', {
        settings: await service.save(settings, version, getAuditActor(request)),
      })
    })
  })
