import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '#server/deps.ts'
import { askPassword } from '#server/features/session/service.ts'
import { renderEmail } from '#server/http/render-email.ts'
import { privacyAccount } from './http.account.ts'
import { privacyAdmin } from './http.admin.ts'
import { privacyService } from './service.ts'

/** Personal data in the hands of its owner, and what administrators erase. */
export const privacyFeature =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = privacyService({ ...deps, askPassword: askPassword(deps.database.db), write: renderEmail })
    await app.register(privacyAccount(deps, service))
    await app.register(privacyAdmin(deps, service))
  }
