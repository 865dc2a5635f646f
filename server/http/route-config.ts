import type { RequiredPermission } from '#contract/rules/permissions.ts'

/** The callers that a route accepts: everyone, signed-in users, administrators, or simulators with the key of an event. Every route under `/api` sets it. */
export type Audience = 'visitor' | 'user' | 'admin' | 'key'

declare module 'fastify' {
  interface FastifyContextConfig {
    for?: Audience
    /** What the caller of a route of the back office needs. */
    permission?: RequiredPermission
  }
}
