/** Who is signed in. */
export type AuthenticatedUser = { sessionId: string; userId: string; role: 'admin' | 'student' | 'coach'; name: string; email: string }
