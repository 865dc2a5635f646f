/** Who may call a route: everybody, who is signed in, administrators, or who has an event's key. Every route under `/api` says it. */
export type Audience = 'visitor' | 'person' | 'admin' | 'key'

declare module 'fastify' {
  interface FastifyContextConfig {
    for?: Audience
  }
}
