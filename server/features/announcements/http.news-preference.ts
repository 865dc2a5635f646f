import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  newsPreferenceRequest,
  newsPreferenceResponse,
  unsubscribeQuery,
  unsubscribeRequest,
} from '#contract/announcement.schema.ts'
import { paths } from '#contract/paths.ts'
import { messageOnlyResponse } from '#contract/response.schema.ts'
import type { Deps } from '#server/deps.ts'
import { createAccountRoutes, getAuthenticatedUser } from '#server/http/guards.ts'
import { buildMessageReply, preventCaching } from '#server/http/reply.ts'
import { createNewsPreferenceService, createTokenNewsPreferenceService } from './news-preference.ts'

/** Users change whether they get news by email. */
export const newsPreferenceAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account', async (app) => {
    const service = createNewsPreferenceService(deps)
    app.put(
      paths.accountNews,
      {
        schema: {
          summary: 'Set whether one gets news by email',
          body: newsPreferenceRequest,
          response: { 200: newsPreferenceResponse },
        },
      },
      async (request) => {
        const { receivesNews } = request.body
        await service.set(getAuthenticatedUser(request), receivesNews)
        return buildMessageReply(request, receivesNews ? 'newsSubscribed' : 'newsUnsubscribed', {
          receivesNews,
        })
      },
    )
  })

/** Registers the calls that unsubscribe an address from news without a sign-in. */
export const newsPreferencePublicRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createTokenNewsPreferenceService(deps)
    app.addHook('onRequest', preventCaching)
    const config = { for: 'visitor', errorLimit: { max: 60, timeWindow: '15 minutes' } } as const

    app.post(
      paths.unsubscribe,
      {
        config,
        schema: {
          tags: ['announcements'],
          summary: 'Unsubscribe from news by the token of an email, or subscribe again',
          body: unsubscribeRequest,
          response: { 200: newsPreferenceResponse },
        },
      },
      async (request) => {
        const { token, receivesNews } = request.body
        await service.setPreference(token, receivesNews)
        return buildMessageReply(request, receivesNews ? 'newsSubscribed' : 'newsUnsubscribed', {
          receivesNews,
        })
      },
    )

    app.post(
      paths.unsubscribeOneClick,
      {
        config,
        schema: {
          tags: ['announcements'],
          summary: 'Unsubscribe from news: the address of the header List-Unsubscribe (RFC 8058)',
          consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
          querystring: unsubscribeQuery,
          response: { 200: messageOnlyResponse },
        },
      },
      async (request) => {
        await service.setPreference(request.query.token, false)
        return buildMessageReply(request, 'newsUnsubscribed')
      },
    )

    // a mail program without one-click unsubscription, or a scanner, opens the address: nothing changes
    app.get(
      paths.unsubscribeOneClick,
      {
        config,
        schema: {
          tags: ['announcements'],
          summary: 'Redirects to the page with the button',
          querystring: unsubscribeQuery,
        },
      },
      async ({ query: { token, lang } }, reply) =>
        reply.redirect(`/unsubscribe/${lang ? `?lang=${lang}` : ''}#${encodeURIComponent(token)}`, 303),
    )
  }
