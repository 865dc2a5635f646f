import type { Deps } from '#server/deps.ts'
import { getAuthenticatedUser } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildMessageReply, preventCaching } from '#server/platform/http/reply.ts'
import { createNewsPreferenceSetter, createTokenNewsPreferenceSetter } from './news-preference.ts'

/** Users change whether they get news by email. */
export const createSetNewsPreferenceAccountRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement) => {
    const service = createNewsPreferenceSetter(deps)
    implement('PUT /api/account/news', async (request) => {
      const { receivesNews } = request.body
      await service.set(getAuthenticatedUser(request), receivesNews)
      return buildMessageReply(request, receivesNews ? 'newsSubscribed' : 'newsUnsubscribed', {
        receivesNews,
      })
    })
  })

/** Registers the calls that unsubscribe an address from news without a sign-in. */
export const createSetNewsPreferencePublicRoutes = (deps: Deps) =>
  createCallsPlugin(deps, (implement, app) => {
    const service = createTokenNewsPreferenceSetter(deps)
    app.addHook('onRequest', preventCaching)

    implement('POST /api/unsubscribe', async (request) => {
      const { token, receivesNews } = request.body
      await service.setPreference(token, receivesNews)
      return buildMessageReply(request, receivesNews ? 'newsSubscribed' : 'newsUnsubscribed', {
        receivesNews,
      })
    })

    implement('POST /api/unsubscribe/one-click', async (request) => {
      await service.setPreference(request.query.token, false)
      return buildMessageReply(request, 'newsUnsubscribed')
    })

    // a mail program without one-click unsubscription, or a scanner, opens the address: nothing changes
    implement('GET /api/unsubscribe/one-click', async ({ query: { token, lang } }, reply) =>
      reply.redirect(`/unsubscribe/${lang ? `?lang=${lang}` : ''}#${encodeURIComponent(token)}`, 303),
    )
  })
