/** Who is signed in. */
export type Signed = { sessionId: string; userId: string; role: 'admin' | 'student' | 'coach'; name: string; email: string }
