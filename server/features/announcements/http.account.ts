import { newsPreferenceRequest, newsPreferenceResponse } from '#contract/announcement.schema.ts'
import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { createAccountRoutes } from '#server/http/guarded-routes.ts'
import { getAuthenticatedUser } from '#server/http/guards.ts'
import { messageReply } from '#server/http/reply.ts'
import { createNewsPreferenceService } from './news-preference.ts'

/** Users change whether they get news by mail. */
export const newsPreferenceAccountRoutes = (deps: Deps) =>
  createAccountRoutes(deps, 'account', async (app) => {
    const service = createNewsPreferenceService(deps)
    app.put(
      paths.accountNews,
      { schema: { summary: 'Set whether one gets news by mail', body: newsPreferenceRequest, response: { 200: newsPreferenceResponse } } },
      async (request) => {
        const { receivesNews } = request.body
        await service.set(getAuthenticatedUser(request), receivesNews)
        return messageReply(request, receivesNews ? 'newsSubscribed' : 'newsUnsubscribed', { receivesNews })
      },
    )
  })
