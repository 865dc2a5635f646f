import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/app-error.ts'
import type { Signed } from '#server/lib/signed.ts'

const signedIn = new WeakMap<object, Signed>()

/** The token of a request: `Authorization: <token>` or `Authorization: Bearer <token>`. */
export const tokenOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers.authorization?.trim()
  return value ? value.replace(/^Bearer\s+/i, '') : undefined
}

/** Who sent this request; only behind a guard. Throws `no-token` where no guard let somebody in. */
export const signedOf = (request: FastifyRequest): Signed => {
  const who = signedIn.get(request)
  if (!who) throw new AppError('no-token')
  return who
}

/** Who sent this request, if a guard knows. */
export const maybeSigned = (request: FastifyRequest): Signed | undefined => signedIn.get(request)

export type Guards = ReturnType<typeof makeGuards>

/**
 * The `onRequest` hooks that decide who gets in, before a body is read. `whoIs` looks a token up.
 * `visitor` lets everybody in and knows who signed in with a good token; `person` needs a good token; `admin` an administrator's.
 */
export const makeGuards = (whoIs: (token: string) => Promise<Signed | undefined>) => {
  const identify = async (request: FastifyRequest): Promise<Signed | undefined> => {
    const token = tokenOf(request)
    const who = token ? await whoIs(token) : undefined
    if (who) signedIn.set(request, who)
    return who
  }
  const person = async (request: FastifyRequest) => {
    if (!(await identify(request))) throw new AppError(tokenOf(request) ? 'bad-token' : 'no-token')
  }
  return {
    visitor: async (request: FastifyRequest) => {
      await identify(request)
    },
    person,
    admin: async (request: FastifyRequest) => {
      await person(request)
      if (signedOf(request).role !== 'admin') throw new AppError('wrong-role')
    },
  }
}
