/** The signed-in user of a request. */
export type AuthenticatedUser = { sessionId: string; userId: string; role: 'admin' | 'student' | 'coach'; name: string; email: string }
