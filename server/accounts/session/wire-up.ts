import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Core, Deps } from '#server/deps.ts'
import { createPendingRegistrationService } from '../registration/pending-registrations.ts'
import { createEmailConfirmationService } from './confirm-email.ts'
import { createOwnAccountRoutes, createSecondFactorAndSessionConfirmRoutes } from './http.account.ts'
import { createConfirmEmailRoutes } from './http.confirm-email.ts'
import { createSignInProviderRoutes } from './http.provider.ts'
import { createSessionAndPasswordResetRoutes } from './http.public.ts'
import { createPasswordResetService } from './password-reset.ts'
import { createSessionService } from './service.ts'

/**
 * Creates the session feature: `findAuthenticatedUser` serves the guards of all features, `routes` registers
 * the calls around sign-in and users.
 */
export const createSessionFeature = (core: Core) => {
  const registrations = createPendingRegistrationService(core)
  const service = createSessionService(core, registrations)
  const { limits, toLookupValue, openSession, countAndFindUserOfPassword } = service
  const passwordReset = createPasswordResetService({ ...core, limits })
  const emailConfirmation = createEmailConfirmationService({
    ...core,
    limits,
    registrations,
    toLookupValue,
    openSession,
    countAndFindUserOfPassword,
  })
  return {
    findAuthenticatedUser: service.sessions.findAuthenticatedUser,
    routes:
      (deps: Deps): FastifyPluginAsyncZod =>
      async (app) => {
        await app.register(createSessionAndPasswordResetRoutes(deps, service, passwordReset))
        await app.register(createConfirmEmailRoutes(deps, emailConfirmation))
        await app.register(createSecondFactorAndSessionConfirmRoutes(deps, service))
        await app.register(createSignInProviderRoutes(deps, service.providerSignIn, service.providerLinks))
        await app.register(createOwnAccountRoutes(deps, service))
      },
  }
}
