import type { onSendAsyncHookHandler, RouteOptions } from 'fastify'
import { hasPermission } from '#contract/rules/permissions.ts'
import { findAuthenticatedUser } from '#server/http/guards.ts'

/**
 * Adds a hook to a route that fails when it replies `confirmation_required`, or `no-permission` to a user who has the permission of the route, without
 * declaring that check in `config.conditionalChecks`. So docs/security/routes.md, which is written from these declarations, is complete.
 */
export const requireDeclaredChecks = (route: RouteOptions) => {
  const check: onSendAsyncHookHandler = async (request, reply, payload) => {
    const { for: audience, permission, conditionalChecks = [] } = request.routeOptions.config
    if (reply.statusCode !== 403 || typeof payload !== 'string') return
    const { code } = JSON.parse(payload) as { code?: string }
    const { permissions = [] } = findAuthenticatedUser(request) ?? {}
    const isUndeclared =
      (code === 'confirmation_required' && !conditionalChecks.some(({ confirmation }) => confirmation)) ||
      (code === 'no-permission' &&
        audience === 'admin' &&
        hasPermission(permissions, permission ?? 'administration') &&
        !conditionalChecks.some((declared) => declared.permission && !hasPermission(permissions, declared.permission)))
    if (isUndeclared) throw new Error(`${request.method} ${route.url} replied ${code}, which its conditionalChecks do not declare`)
  }
  route.onSend = [check, ...[route.onSend ?? []].flat()]
}
