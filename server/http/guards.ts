import type { FastifyRequest } from 'fastify'
import type { RequiredPermission } from '#contract/rules/permissions.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertConfirmed } from '#server/lib/assert-confirmed.ts'
import { assertPermission } from '#server/lib/assert-permission.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'

const users = new WeakMap<object, AuthenticatedUser>()

/** Returns the session token of a request: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export const findSessionToken = (request: FastifyRequest): string | undefined => {
  const value = request.headers.authorization?.trim()
  return value ? value.replace(/^Bearer\s+/i, '') : undefined
}

/** Returns the user that a guard has authenticated. Throws `no-token` when there is none. */
export const getAuthenticatedUser = (request: FastifyRequest): AuthenticatedUser => {
  const user = users.get(request)
  if (!user) throw new AppError('no-token')
  return user
}

/** Returns the user that a guard has authenticated, or undefined. */
export const findAuthenticatedUser = (request: FastifyRequest): AuthenticatedUser | undefined => users.get(request)

/** Throws `no-permission` when the user of a request lacks a permission. Use it behind a guard, for what needs more than its route. */
export const requirePermission = (request: FastifyRequest, required: RequiredPermission): void =>
  assertPermission(getAuthenticatedUser(request), required)

/** Throws `confirmation_required` unless the user of a request has confirmed the session recently. Use it behind a guard. */
export const requireConfirmation = (request: FastifyRequest): void => assertConfirmed(getAuthenticatedUser(request))

export type Guards = ReturnType<typeof createGuards>

/**
 * Creates the `onRequest` hooks that authenticate a request before its body is read. `findUser` looks a token up.
 * `identifyUser` accepts every request; `requireUser` needs a valid token; `requireAdmin` needs the token of a user of the back office who has
 * the permission that the route names (`config.permission`).
 */
export const createGuards = (findUser: (token: string) => Promise<AuthenticatedUser | undefined>) => {
  const identify = async (request: FastifyRequest): Promise<AuthenticatedUser | undefined> => {
    const token = findSessionToken(request)
    const user = token ? await findUser(token) : undefined
    if (user) users.set(request, user)
    return user
  }
  const requireUser = async (request: FastifyRequest) => {
    if (!(await identify(request))) throw new AppError(findSessionToken(request) ? 'bad-token' : 'no-token')
  }
  return {
    identifyUser: async (request: FastifyRequest) => {
      await identify(request)
    },
    requireUser,
    requireAdmin: async (request: FastifyRequest) => {
      await requireUser(request)
      const { role, needsSecondFactorSetup } = getAuthenticatedUser(request)
      if (role !== 'admin') throw new AppError('wrong-role')
      if (needsSecondFactorSetup) throw new AppError('second-factor-setup-required')
      // a route without a permission is for administrators alone
      requirePermission(request, request.routeOptions.config.permission ?? 'administration')
    },
  }
}
