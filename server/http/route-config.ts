import type { RequiredPermission } from '#contract/rules/permissions.ts'

/** The callers that a route accepts: everyone, signed-in users, administrators, simulators with the key of an event, or signed-in judges. Every route under `/api` sets it. */
export type Audience = 'visitor' | 'user' | 'admin' | 'key' | 'judge'

/** A check of a route that only some of its calls need: those that `when` describes, for example 'with `download`'. docs/security/routes.md lists it. */
export type ConditionalCheck = { when: string; permission?: RequiredPermission; confirmation?: true }

declare module 'fastify' {
  interface FastifyContextConfig {
    for?: Audience
    /** Limits the calls of one address that the route rejects, instead of all its calls (`registerRateLimit`). */
    errorLimit?: { max: number; timeWindow: string }
    /** What the caller of a route of the back office needs. */
    permission?: RequiredPermission
    /** What the route checks in its handler or service, for some calls only. The test apps reject an undeclared check. */
    conditionalChecks?: readonly ConditionalCheck[]
  }
}
