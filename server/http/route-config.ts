/** The callers that a route accepts: everyone, signed-in users, administrators, or simulators with the key of an event. Every route under `/api` sets it. */
export type Audience = 'visitor' | 'user' | 'admin' | 'key'

declare module 'fastify' {
  interface FastifyContextConfig {
    for?: Audience
  }
}
