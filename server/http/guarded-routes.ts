import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '#server/deps.ts'
import { preventCaching } from './reply.ts'

/** Creates routes behind a guard. Their replies are not cached, and the API description has their tag and security. */
const createGuardedRoutes =
  (audience: 'admin' | 'user', { guards }: Pick<Deps, 'guards'>, tag: string, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  async (app, options) => {
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, for: audience }
      route.schema = { tags: [tag], security: [{ token: [] }], ...route.schema }
    })
    app.addHook('onRequest', preventCaching)
    app.addHook('onRequest', audience === 'admin' ? guards.requireAdmin : guards.requireUser)
    await register(app, options)
  }

/** Creates the routes of `register` for administrators. */
export const createAdminRoutes = (deps: Pick<Deps, 'guards'>, tag: string, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  createGuardedRoutes('admin', deps, `${tag} (admin)`, register)

/** Creates the routes of `register` for signed-in users. */
export const createAccountRoutes = (deps: Pick<Deps, 'guards'>, tag: string, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  createGuardedRoutes('user', deps, tag, register)
