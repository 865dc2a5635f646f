import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RequiredPermission } from '#contract/rules/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { preventCaching } from './reply.ts'

/** Creates routes behind a guard. Their replies are not cached, and the API description has their tag and security. */
const createGuardedRoutes =
  (
    config: { for: 'admin'; permission: RequiredPermission } | { for: 'user' },
    { guards }: Pick<Deps, 'guards'>,
    tag: string,
    register: FastifyPluginAsyncZod,
  ): FastifyPluginAsyncZod =>
  async (app, options) => {
    app.addHook('onRoute', (route) => {
      route.config = { ...config, ...route.config }
      route.schema = { tags: [tag], security: [{ token: [] }], ...route.schema }
    })
    app.addHook('onRequest', preventCaching)
    app.addHook('onRequest', config.for === 'admin' ? guards.requireAdmin : guards.requireUser)
    await register(app, options)
  }

/** Creates the routes of `register` for users of the back office with a permission. A route that needs another one sets `config.permission`. */
export const createAdminRoutes = (
  deps: Pick<Deps, 'guards'>,
  tag: string,
  permission: RequiredPermission,
  register: FastifyPluginAsyncZod,
): FastifyPluginAsyncZod => createGuardedRoutes({ for: 'admin', permission }, deps, `${tag} (admin)`, register)

/** Creates the routes of `register` for signed-in users. */
export const createAccountRoutes = (deps: Pick<Deps, 'guards'>, tag: string, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  createGuardedRoutes({ for: 'user' }, deps, tag, register)
