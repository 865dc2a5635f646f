import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { settingsQuery, settingsResponse } from '#contract/published/settings.schema.ts'
import { toPublishedSettings } from '#contract/published/settings.ts'
import type { Deps } from '#server/deps.ts'
import { sendCachedJson } from '#server/http/send-cached-response.ts'
import { AppError } from '#server/lib/app-error.ts'
import { getSiteSettings } from './service.ts'

/** The call with which pages read the settings of the site. */
export const settingsPublicRoutes =
  ({ config, database, responseCache }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      paths.settings,
      {
        config: { for: 'visitor' },
        schema: {
          summary: 'Texts, links and switches of the site',
          tags: ['settings'],
          querystring: settingsQuery,
          response: { 200: settingsResponse },
        },
      },
      (request, reply) =>
        sendCachedJson(responseCache, request, reply, ['settings'], async () => {
          if (request.query.site_name !== config.SITE_NAME) throw new AppError('not-found', [{ field: 'site_name', code: 'unknown-value' }])
          return { success: true, setting: toPublishedSettings(config.SITE_NAME, await getSiteSettings(database.readDb, config.SITE_NAME)) }
        }),
    )
  }
