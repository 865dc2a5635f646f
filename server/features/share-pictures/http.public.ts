import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Lang, langs } from '#contract/localized.ts'
import { eventParams } from '#contract/published/event.schema.ts'
import { languages } from '#i18n/languages.ts'
import type { Deps } from '#server/deps.ts'
import { getTranslator } from '#server/http/language.ts'
import { sendCachedResponse } from '#server/http/send-cached-response.ts'
import { createSharePictureService, type SharePictureTexts } from './service.ts'

/** Returns how a language writes what a picture shows: `5–7 December 2026`. */
const createSharePictureTexts = (lang: Lang): SharePictureTexts => {
  const { locale, dir } = languages[lang]
  const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
  return {
    isRtl: dir === 'rtl',
    formatDays: ({ startDate, endDate }) => {
      const [first, last] = [startDate, endDate].filter((date) => date !== null).toSorted()
      return first === undefined ? '' : days.formatRange(Date.parse(first), Date.parse(last ?? first))
    },
    formatScore: new Intl.NumberFormat(locale).format,
    unnamed: getTranslator(lang)('scores.unnamed'),
  }
}

/** Serves the share pictures of published events, one for each language, whose language is part of the address. `root` is the folder of the project. */
export const sharePictureRoutes =
  (deps: Deps, root: string): FastifyPluginAsyncZod =>
  async (app) => {
    const { responseCache } = deps
    const service = createSharePictureService(deps, root)
    for (const lang of langs) {
      const texts = createSharePictureTexts(lang)
      app.route({
        method: ['GET', 'HEAD'],
        url: `/events/:idOrSlug/share-${lang}.png`,
        exposeHeadRoute: false,
        config: { rateLimit: { max: 120, timeWindow: '1 minute' } },
        schema: { hide: true, params: eventParams },
        handler: (request, reply) => {
          const { idOrSlug } = request.params
          const render = async () => {
            const { eventId, content } = await service.readContent(idOrSlug, lang, texts)
            responseCache.addTag(`scores:${eventId}`)
            return { type: 'image/png', body: await service.drawPng(content) }
          }
          return sendCachedResponse(responseCache, request, reply, ['events', 'settings'], render)
        },
      })
    }
  }
