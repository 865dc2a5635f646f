import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '#server/deps.ts'
import { createPasswordCheck } from '#server/features/session/service.ts'
import { privacyAccountRoutes } from './http.account.ts'
import { deletedTeamsAdminRoutes, privacyAdminRoutes } from './http.admin.ts'
import { createPrivacyService } from './service.ts'

/** Registers the calls about personal data and its erasure. */
export const privacyRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = createPrivacyService({ ...deps, checkPassword: createPasswordCheck(deps) })
    await app.register(privacyAccountRoutes(deps, service))
    await app.register(privacyAdminRoutes(deps, service))
    await app.register(deletedTeamsAdminRoutes(deps))
  }
