import type { FastifyRequest } from 'fastify'
import type { RegionLimit, RequiredPermission } from '#contract/accounts/permissions.ts'
import type { Audience, ConditionalCheck, RegionRule } from '#contract/platform/define-calls.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { canReachRecordOfPath } from '#server/platform/db/region-conditions.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import {
  type AuthenticatedUser,
  assertPermission,
  assertSessionRecentlyConfirmed,
  canActForEveryone,
} from '#server/platform/lib/authenticated-user.ts'
import { findSessionTokenInHeader, type SessionLookup } from './session-lookup.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    for?: Audience
    /**
     * Limits the calls of one address that the route rejects, instead of all its calls (`registerRateLimit`).
     */
    errorLimit?: { max: number; timeWindow: string }
    /** What the caller of a route of the back office needs. */
    permission?: RequiredPermission
    /**
     * What the route checks in its handler or service, for some calls only. The test apps reject an
     * undeclared check.
     */
    conditionalChecks?: readonly ConditionalCheck[]
    /** How a route of the back office treats users who are limited to regions; without it it refuses them. */
    regions?: RegionRule
    /** What a user who is limited to regions needs instead of `permission`. */
    regionalPermission?: RequiredPermission
  }
}

export { findSessionTokenInHeader } from './session-lookup.ts'

const users = new WeakMap<object, AuthenticatedUser>()

/** Returns the user that a guard has authenticated. Throws `no-token` when there is none. */
export const getAuthenticatedUser = (request: FastifyRequest): AuthenticatedUser => {
  const user = users.get(request)
  if (!user) throw new AppError('no-token')
  return user
}

/** Returns the user that a guard has authenticated, or undefined. */
export const findAuthenticatedUser = (request: FastifyRequest): AuthenticatedUser | undefined =>
  users.get(request)

/** Returns the regions to which the user of a request is limited. Use it behind a guard. */
export const getRegionLimit = (request: FastifyRequest): RegionLimit =>
  getAuthenticatedUser(request).regionLimit

/**
 * Tells whether the reply to a request has the email addresses of players masked: for everyone but
 * administrators with the permission `privacy`.
 */
export const shouldMaskEmailsForRequester = (request: FastifyRequest): boolean => {
  const user = findAuthenticatedUser(request)
  return !user || !canActForEveryone(user, 'privacy')
}

/**
 * Throws `no-permission` when the user of a request lacks a permission. Use it behind a guard, for what needs
 * more than its route.
 */
export const assertRequestPermission = (request: FastifyRequest, required: RequiredPermission): void =>
  assertPermission(getAuthenticatedUser(request), required)

/**
 * Throws `confirmation_required` unless the user of a request has confirmed the session recently. The request
 * must have a user, so use it only in routes that require one.
 */
export const assertRequestSessionRecentlyConfirmed = (request: FastifyRequest): void =>
  assertSessionRecentlyConfirmed(getAuthenticatedUser(request))

export type Guards = ReturnType<typeof createRequestGuards>

/**
 * Creates the `onRequest` hooks that authenticate a request before its body is read. `identifyUser` accepts
 * every request; `requireUser` needs a valid token; `requireAdmin` needs the token of a user of the back
 * office who has the permission that the route names (`config.permission`), and whose regions the route declares to
 * respect (`config.regions`). `assertSiteWritable` throws `read-only` while the site is read-only.
 */
export const createRequestGuards = (
  db: Db,
  sessions: SessionLookup<AuthenticatedUser>,
  assertSiteWritable: () => Promise<void>,
) => {
  const identify = async (request: FastifyRequest): Promise<AuthenticatedUser | undefined> => {
    const user = await sessions.find(request)
    if (user) users.set(request, user)
    return user
  }
  const requireUser = async (request: FastifyRequest) => {
    if (!(await identify(request)))
      throw new AppError(findSessionTokenInHeader(request) ? 'bad-token' : 'no-token')
  }
  return {
    assertSiteWritable,
    /** Tells the lookup of sessions the token of a new one. */
    rememberToken: sessions.remember,
    identifyUser: async (request: FastifyRequest) => {
      await identify(request)
    },
    requireUser,
    requireAdmin: async (request: FastifyRequest) => {
      await requireUser(request)
      const { role, regionLimit, needsSecondFactorSetup } = getAuthenticatedUser(request)
      if (role !== 'admin') throw new AppError('wrong-role')
      if (needsSecondFactorSetup) throw new AppError('second-factor-setup-required')
      // a route without a permission is for administrators alone
      const { permission = 'administration', regions, regionalPermission } = request.routeOptions.config
      assertRequestPermission(request, regionLimit === null ? permission : (regionalPermission ?? permission))
      if (regionLimit === null) return
      if (!regions) throw new AppError('not-for-regions')
      const params = request.params as Record<string, string>
      if (!(await canReachRecordOfPath(db, regions, params, regionLimit))) throw new AppError('not-found')
    },
  }
}

/** Returns the actor for the audit log: the signed-in user and the request. Use it behind a guard only. */
export const getAuditActor = (request: FastifyRequest): Actor => {
  const { userId, name, permissions, regionLimit, confirmedAt, hasSecondFactor } =
    getAuthenticatedUser(request)
  return { userId, name, requestId: request.id, permissions, regionLimit, confirmedAt, hasSecondFactor }
}
