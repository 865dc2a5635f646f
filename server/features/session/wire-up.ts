import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Core, Deps } from '#server/deps.ts'
import { emailConfirmation } from './confirm-email.ts'
import { accountCalls } from './http.account.ts'
import { profileCalls } from './http.profile.ts'
import { sessionCalls } from './http.public.ts'
import { passwordResetService } from './password-reset.ts'
import { sessionService } from './service.ts'

/** The accounts of an installation: `whoIs` tells the guards of every feature whose a token is, `routes` are the calls around sign-in. */
export const accountFeatures = (core: Core) => {
  const service = sessionService(core)
  const passwords = passwordResetService({ ...core, limits: service.limits, keyOf: service.encryption.keyedHash })
  const confirmation = emailConfirmation({
    ...core,
    limits: service.limits,
    keyOf: service.encryption.keyedHash,
    lookupValue: service.lookupValue,
  })
  return {
    findAuthenticatedUser: service.findAuthenticatedUser,
    routes:
      (deps: Deps): FastifyPluginAsyncZod =>
      async (app) => {
        await app.register(sessionCalls(deps, service, passwords, confirmation))
        await app.register(accountCalls(deps, service))
        await app.register(profileCalls(deps, service))
      },
  }
}
