import type { Role } from '#contract/session.ts'
import type { SessionSettings } from '#contract/settings.ts'

const hour = 60 * 60 * 1000

/** Returns true when a session was not used for longer than the settings allow for the role of its user. */
export const isSessionIdle = (session: { role: Role; lastSeenAt: Date }, { idleDays, adminIdleHours }: SessionSettings): boolean =>
  Date.now() - session.lastSeenAt.getTime() > (session.role === 'admin' ? adminIdleHours : idleDays * 24) * hour
