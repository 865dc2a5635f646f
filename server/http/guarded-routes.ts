import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '#server/deps.ts'
import { preventCaching } from './reply.ts'

/** Routes behind one guard: their replies are never cached, and the API description shows their tag and that they need a token. */
const guardedRoutes =
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

/** The routes that `register` adds are for administrators. */
export const createAdminRoutes = (deps: Pick<Deps, 'guards'>, tag: string, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  guardedRoutes('admin', deps, `${tag} (admin)`, register)

/** The routes that `register` adds are for everyone who is signed in. */
export const createAccountRoutes = (deps: Pick<Deps, 'guards'>, tag: string, register: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  guardedRoutes('user', deps, tag, register)
