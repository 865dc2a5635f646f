import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/features/audit/service.ts'
import { getAuthenticatedUser } from './guards.ts'

/** Returns the actor for the audit log: the signed-in user and the request. Use it behind a guard only. */
export const getAuditActor = (request: FastifyRequest): Actor => {
  const { userId, name, permissions, confirmedAt, hasSecondFactor } = getAuthenticatedUser(request)
  return { userId, name, requestId: request.id, permissions, confirmedAt, hasSecondFactor }
}
