import { paths } from '#contract/paths.ts'
import type { WireSessionUser } from '#contract/published/session.schema.ts'
import { sessionUserFromWire } from '#contract/published/session.ts'
import type { IdentityKind, SessionUser } from '#contract/session.ts'
import { ApiError, buildApiUrl, createApiCall, type Fetch } from './call.ts'

export type Entrance = 'admin' | 'person'
export type Credentials = { identity: string; kind: IdentityKind; password: string; entrance: Entrance }
/** Signed in, or asked for the second factor. */
export type SignInResult = { token: string } | { challenge: string }

const typeOf = (entrance: Entrance) => (entrance === 'admin' ? 4 : 0)

/** The text of a failed sign-in stands in a header, percent-encoded. */
const refusal = (reply: Response): string => {
  try {
    return decodeURIComponent(reply.headers.get('e_message') ?? '')
  } catch {
    return ''
  }
}

/** The calls around signing in, over any `fetch`; those about the signed-in person take the token. All throw an `ApiError`. */
export const sessionCalls = (fetch: Fetch) => {
  const call = createApiCall(fetch)

  const enter = async (path: string, body: object): Promise<SignInResult> => {
    let reply: Response
    try {
      reply = await fetch(buildApiUrl(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    } catch {
      throw new ApiError(0, 'offline', '')
    }
    const token = reply.headers.get('authorization')
    if (reply.ok && token) return { token }
    type Failure = { code?: string; msg?: string; details?: { challenge?: string } }
    const failure = (await reply.json().catch(() => ({}))) as Failure
    if (failure.code === 'second-factor-required' && failure.details?.challenge) return { challenge: failure.details.challenge }
    throw new ApiError(reply.status, failure.code ?? 'unexpected', refusal(reply) || (failure.msg ?? ''))
  }

  return {
    signIn: ({ identity, kind, password, entrance }: Credentials) =>
      enter(paths.signIn, { national_id: identity, loginType: kind, password, type: typeOf(entrance) }),

    passSecondFactor: (challenge: string, code: string) => enter(paths.signInSecondFactor, { challenge, code }),

    user: async (token: string): Promise<SessionUser> => {
      const { user } = await call<{ user: WireSessionUser }>(paths.sessionUser, { method: 'POST', headers: { authorization: token } })
      return sessionUserFromWire(user)
    },

    /** Whether the server still knows a kept token: its user, or undefined when it does not, or answers with another token. */
    confirm: async (token: string, siteName: string): Promise<SessionUser | undefined> => {
      type Reply = { success: boolean; user: { jwt: string; user: WireSessionUser[] } }
      try {
        const { success, user } = await call<Reply>(`${paths.confirmToken}/`, {
          query: { token, type: siteName },
          headers: { authorization: token },
        })
        const [record] = user.user
        return success && user.jwt === token && record ? sessionUserFromWire(record) : undefined
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return undefined
        throw error
      }
    },

    signOut: async (token: string): Promise<void> => {
      await call(paths.signOut, { method: 'POST', headers: { authorization: token } })
    },

    forgotPassword: async (email: string, entrance: Entrance): Promise<void> => {
      await call(paths.forgotPassword, { method: 'POST', json: { email, type: typeOf(entrance) } })
    },

    /** Opens the link that proves an address. Throws `ticket-spent`, `conflict` when the address is somebody else's by now. */
    confirmEmail: async (token: string): Promise<{ message: string }> => {
      const { msg } = await call<{ msg: string }>(paths.confirmEmail, { method: 'POST', json: { token } })
      return { message: msg }
    },

    /** Mails the link of a new account once more; the answer does not tell whether there is one. Throws `no-mail`, `too-many`. */
    sendConfirmation: async (identity: string, kind: IdentityKind): Promise<{ message: string }> => {
      const { msg } = await call<{ msg: string }>(paths.confirmEmailAgain, {
        method: 'POST',
        json: { national_id: identity, loginType: kind },
      })
      return { message: msg }
    },

    resetPassword: async (token: string, password: string, confirm: string): Promise<void> => {
      await call(paths.resetPassword, { method: 'POST', json: { token, password, confirm } })
    },
  }
}
