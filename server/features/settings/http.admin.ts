import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { paths } from '#contract/paths.ts'
import { settingsFromWire, settingsToWire } from '#contract/published/content.ts'
import { settingRecordReply, settingSavedReply, settingsForm } from '#contract/published/settings-admin.schema.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/http/actor.ts'
import { languageOf, textsOf } from '#server/http/language.ts'
import { AppError } from '#server/lib/app-error.ts'
import { type SettingsRecord, settingsService } from './service.ts'

/** The back office's calls about the site's settings. */
export const settingsAdmin =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { config, guards } = deps
    const service = settingsService(deps)
    const described = { tags: ['settings (admin)'], security: [{ token: [] }] }
    const shared = { onRequest: guards.admin, config: { for: 'admin' } } as const
    const toWire = ({ settings, version, updatedAt }: SettingsRecord) => ({
      ...settingsToWire(config.SITE_NAME, settings),
      version,
      updatedAt,
    })
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.get(
      paths.adminSettings,
      { ...shared, schema: { summary: 'The settings', ...described, response: { 200: settingRecordReply } } },
      async () => ({ success: true as const, setting: toWire(await service.read()) }),
    )

    app.put(
      paths.adminSettings,
      { ...shared, schema: { summary: 'Replace the settings', ...described, body: settingsForm, response: { 200: settingSavedReply } } },
      async (request) => {
        const { version, ...form } = request.body
        const settings = settingsFromWire({ site_name: config.SITE_NAME, ...form })
        try {
          const saved = await service.save(settings, version, actorOf(request))
          const msg = textsOf(languageOf(request.raw.url, request.headers))('messages.updated')
          return { success: true as const, msg, setting: toWire(saved) }
        } catch (error) {
          if (!(error instanceof AppError) || !error.details?.current) throw error
          throw new AppError(error.code, error.fields, { current: toWire(error.details.current as SettingsRecord) })
        }
      },
    )
  }
