import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import type { AuthenticatedUser } from '#server/lib/authenticated-user.ts'

const users = new WeakMap<object, AuthenticatedUser>()

/** Returns the session token of a request: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export const readToken = (request: FastifyRequest): string | undefined => {
  const value = request.headers.authorization?.trim()
  return value ? value.replace(/^Bearer\s+/i, '') : undefined
}

/** Returns the user that a guard has authenticated. Throws `no-token` when there is none. */
export const getAuthenticatedUser = (request: FastifyRequest): AuthenticatedUser => {
  const user = users.get(request)
  if (!user) throw new AppError('no-token')
  return user
}

/** Returns the user that a guard has authenticated, or undefined. */
export const findAuthenticatedUser = (request: FastifyRequest): AuthenticatedUser | undefined => users.get(request)

export type Guards = ReturnType<typeof createGuards>

/**
 * Creates the `onRequest` hooks that authenticate a request before its body is read. `findUser` looks a token up.
 * `identifyUser` accepts every request; `requireUser` needs a valid token; `requireAdmin` needs the token of an administrator.
 */
export const createGuards = (findUser: (token: string) => Promise<AuthenticatedUser | undefined>) => {
  const identify = async (request: FastifyRequest): Promise<AuthenticatedUser | undefined> => {
    const token = readToken(request)
    const user = token ? await findUser(token) : undefined
    if (user) users.set(request, user)
    return user
  }
  const requireUser = async (request: FastifyRequest) => {
    if (!(await identify(request))) throw new AppError(readToken(request) ? 'bad-token' : 'no-token')
  }
  return {
    identifyUser: async (request: FastifyRequest) => {
      await identify(request)
    },
    requireUser,
    requireAdmin: async (request: FastifyRequest) => {
      await requireUser(request)
      if (getAuthenticatedUser(request).role !== 'admin') throw new AppError('wrong-role')
    },
  }
}
