import { paths } from '#contract/paths.ts'
import {
  adminSettingsResponse,
  savedSettingsResponse,
  saveSettingsRequest,
} from '#contract/settings.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAdminRoutes, getAuditActor } from '#server/http/guards.ts'
import { buildMessageReply, buildSuccessReply } from '#server/http/reply.ts'
import { createSettingsService } from './service.ts'

/** Registers the back office's calls about the site's settings. */
export const settingsAdminRoutes = (deps: Deps) =>
  createAdminRoutes(deps, 'settings', 'content', async (app) => {
    const service = createSettingsService(deps)

    app.get(
      paths.adminSettings,
      { schema: { summary: 'The settings', response: { 200: adminSettingsResponse } } },
      async () => buildSuccessReply({ settings: await service.read() }),
    )

    app.put(
      paths.adminSettings,
      {
        config: {
          conditionalChecks: [
            {
              when: 'to change those of sessions or the address of the score log',
              permission: 'administration',
              confirmation: true,
            },
            {
              when: 'to change the time zone or the names of minors in published replies',
              permission: 'administration',
            },
            { when: 'to change the issuer of receipts or the switch of payments', permission: 'finance' },
          ],
        },
        schema: {
          summary: 'Replace the settings',
          body: saveSettingsRequest,
          response: { 200: savedSettingsResponse },
        },
      },
      async (request) => {
        const { version, updatedAt: _, ...settings } = request.body
        return buildMessageReply(request, 'updated', {
          settings: await service.save(settings, version, getAuditActor(request)),
        })
      },
    )
  })
