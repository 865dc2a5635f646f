import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/features/audit/service.ts'
import { signedOf } from './auth.ts'

/** Who the audit log says did it; only behind a guard. */
export const actorOf = (request: FastifyRequest): Actor => {
  const { userId, name } = signedOf(request)
  return { userId, name, requestId: request.id }
}
