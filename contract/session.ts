import type { Lang } from './localized.ts'

export type Role = 'admin' | 'student' | 'coach'

/** How a person says who they are. */
export const identityKinds = ['email', 'national_id', 'phone'] as const
export type IdentityKind = (typeof identityKinds)[number]

/** Who is signed in, as the browser keeps it. */
export type SessionUser = { id: string; name: string; firstName: string; role: Role; lang: Lang }
