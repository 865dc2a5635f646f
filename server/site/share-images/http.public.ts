import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { eventParams } from '#contract/event/event.schema.ts'
import { type Lang, langs } from '#contract/platform/localized.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import { competitionPageParams, teamPageParams } from '#contract/site/season-page.schema.ts'
import { competitions as ar } from '#i18n/ar/competitions.ts'
import { competitions as en } from '#i18n/en/competitions.ts'
import { languages } from '#i18n/languages.ts'
import type { Deps } from '#server/deps.ts'
import { formatAmount, formatLongDate } from '#server/platform/emails/formats.ts'
import { explanationTexts } from '#server/platform/http/explanations/rank-explanation-texts.ts'
import { getTranslatorOfLanguage } from '#server/platform/http/language.ts'
import { sendCachedOrRenderedResponse } from '#server/platform/http/response-cache.ts'
import { createCompetitionAndTeamPageService, seasonPageCacheTags } from '../season-pages/service.ts'
import { createShareImageService, type ShareImageContent, type ShareImageTexts } from './service.ts'

const competitionTexts = { en, ar }

/** Returns how a language writes what an image shows: `5–7 December 2026`. */
const createShareImageTexts = (lang: Lang): ShareImageTexts => {
  const { locale, dir } = languages[lang]
  const days = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return {
    isRtl: dir === 'rtl',
    formatDays: ({ startDate, endDate }) => {
      const [first, last] = [startDate, endDate].filter((date) => date !== null).toSorted()
      return first === undefined ? '' : days.formatRange(Date.parse(first), Date.parse(last ?? first))
    },
    formatScore: new Intl.NumberFormat(locale).format,
    listCompetitionFacts: ({ minAge, maxAge, fee, currency, closesAt }, timeZone) => {
      const texts = competitionTexts[lang]
      const ages =
        minAge === null && maxAge === null
          ? texts.anyAge
          : minAge === maxAge
            ? texts.oneAge
            : maxAge === null
              ? texts.ageFrom
              : minAge === null
                ? texts.ageTo
                : texts.ageRange
      return [
        {
          label: texts.ages,
          value: ages.replace('{{min}}', String(minAge)).replace('{{max}}', String(maxAge)),
        },
        { label: texts.fee, value: fee === 0 ? texts.noFee : formatAmount({ amount: fee, currency }, lang) },
        ...(closesAt === null
          ? []
          : [{ label: texts.closes, value: formatLongDate(closesAt, lang, timeZone) }]),
      ]
    },
    unnamed: getTranslatorOfLanguage(lang)('scores.unnamed'),
  }
}

/**
 * Serves the share images of published events, and of competitions and teams with a page, one for each
 * language, whose language is part of the address. `root` is the folder of the project.
 */
export const createShareImageRoutes =
  (deps: Deps, root: string): FastifyPluginAsyncZod =>
  async (app) => {
    const { responseCache } = deps
    const service = createShareImageService(deps, root)
    const seasonPages = createCompetitionAndTeamPageService(deps, explanationTexts)
    const config = { rateLimit: { max: 120, timeWindow: '1 minute' } }
    const route = { method: ['GET' as const, 'HEAD' as const], exposeHeadRoute: false, config }
    for (const lang of langs) {
      const texts = createShareImageTexts(lang)
      /**
       * Draws what `read` returns. The image is drawn again after a change of its event or of the scores of
       * the events that it names.
       */
      const send = (
        request: FastifyRequest,
        reply: FastifyReply,
        tags: readonly string[],
        read: () => Promise<{ eventIds: readonly string[]; content: ShareImageContent }>,
      ) =>
        sendCachedOrRenderedResponse(responseCache, request, reply, tags, async () => {
          const { eventIds, content } = await read()
          for (const eventId of eventIds) responseCache.addTag(`scores:${eventId}`)
          return { type: 'image/png', body: await service.drawPng(content) }
        })
      app.route({
        ...route,
        url: `/events/:idOrSlug/share-${lang}.png`,
        schema: { hide: true, params: eventParams },
        handler: (request, reply) =>
          send(request, reply, ['events', 'settings'], async () => {
            const { eventId, content } = await service.readEventContent(request.params.idOrSlug, lang, texts)
            return { eventIds: [eventId], content }
          }),
      })
      app.route({
        ...route,
        url: `/competitions/:slug/share-${lang}.png`,
        schema: { hide: true, params: competitionPageParams },
        handler: (request, reply) =>
          send(request, reply, seasonPageCacheTags, async () => {
            const { page } = await seasonPages.readCompetitionPage(request.params.slug)
            return { eventIds: [], content: await service.readCompetitionContent(page, lang, texts) }
          }),
      })
      app.route({
        ...route,
        url: `/competitions/:slug/teams/:teamNo/share-${lang}.png`,
        schema: { hide: true, params: teamPageParams },
        handler: (request, reply) =>
          send(request, reply, seasonPageCacheTags, async () => {
            const { slug, teamNo } = request.params
            const { page, eventIds } = await seasonPages.readTeamPage(slug, Number(teamNo))
            responseCache.limitValidity(new Date(Date.now() + msPerMinute))
            return { eventIds, content: await service.readTeamContent(page, lang, texts) }
          }),
      })
    }
  }
