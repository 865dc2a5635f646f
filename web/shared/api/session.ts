import type { SessionUser, SignInArea, SignInIdentifierKind } from '#contract/accounts/session.ts'
import type { Calls } from '#contract/calls.ts'
import { buildPath } from '#contract/platform/call-path.ts'
import type { z } from '#contract/platform/z.ts'
import type { SessionUserResponse } from '#contract/published/session.schema.ts'
import { fromPublishedSessionUser, toPublishedSignInArea } from '#contract/published/session.ts'
import {
  ApiError,
  buildLocalizedApiUrl,
  createApiCall,
  createApiResponseFetcher,
  type Fetch,
} from './call.ts'

type SignInKey =
  | 'POST /api/adduser'
  | 'POST /api/adduser/second-factor'
  | 'POST /api/adduser/token'
  | 'POST /api/passkeys/sign-in'
  | 'POST /api/sign-in-provider/finish'
/** What the provider returns, with the secret that this browser kept. */
export type ProviderReturn = { browserSecret: string; code: string; state: string; iss?: string | undefined }
export type Credentials = { identity: string; kind: SignInIdentifierKind; password: string; area: SignInArea }
/** The challenge of the second factor, and whether the account has passkeys. */
export type SecondStep = { challenge: string; hasPasskey: boolean; hasAuthenticatorApp: boolean }
/** The token of a new session, or the second step. */
type SignInResult = { token: string } | SecondStep

/** Returns the message of a failed sign-in from a header, where it is percent-encoded unless it is ASCII. */
const readErrorHeader = (reply: Response): string => {
  const text = reply.headers.get('e_message') ?? ''
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Creates the calls around sign-in over any `fetch`; those about the signed-in user take the token. All throw
 * an `ApiError`.
 */
export const createSessionApi = (fetch: Fetch) => {
  const call = createApiCall(fetch)
  const request = createApiResponseFetcher(fetch)

  const postSignIn = async <Key extends SignInKey>(
    key: Key,
    body: z.input<Calls[Key]['body']>,
  ): Promise<SignInResult> => {
    let reply: Response
    try {
      reply = await fetch(buildLocalizedApiUrl(buildPath(key, {})), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    } catch {
      throw new ApiError(0, 'offline', '')
    }
    const token = reply.headers.get('authorization')
    if (reply.ok && token) return { token }
    type Failure = { code?: string; msg?: string; details?: Partial<SecondStep> }
    const failure = (await reply.json().catch(() => ({}))) as Failure
    const { challenge, hasPasskey = false, hasAuthenticatorApp = true } = failure.details ?? {}
    if (failure.code === 'second-factor-required' && challenge)
      return { challenge, hasPasskey, hasAuthenticatorApp }
    throw new ApiError(
      reply.status,
      failure.code ?? 'unexpected',
      readErrorHeader(reply) || (failure.msg ?? ''),
    )
  }

  return {
    /** Makes a call that signs in. */
    postSignIn,

    signIn: ({ identity, kind, password, area }: Credentials) =>
      postSignIn('POST /api/adduser', {
        national_id: identity,
        loginType: kind,
        password,
        type: toPublishedSignInArea(area),
      }),

    signInWithSecondFactor: (challenge: string, code: string) =>
      postSignIn('POST /api/adduser/second-factor', { challenge, code }),

    /**
     * Signs in with the token of a sign-in link, once. Throws `bad-token`, and `wrong-role` where links don't
     * work for administrators.
     */
    signInWithLink: (token: string) => postSignIn('POST /api/adduser/token', { token }),

    /** Returns the user whom a sign-in link signs in. Throws the errors of `signInWithLink`. */
    getUserOfLink: async (token: string): Promise<SessionUser> =>
      fromPublishedSessionUser((await call('POST /api/adduser/token/user', { json: { token } })).user),

    getUser: async (token: string): Promise<SessionUser> => {
      const { user } = await call('POST /api/getuser', { headers: { authorization: token } })
      return fromPublishedSessionUser(user)
    },

    /**
     * Returns the user of a session token. Returns undefined when the server rejects the token or replies
     * with a different one (specification, section 5). The token is sent in a header to keep it out of URLs.
     */
    confirmToken: async (token: string): Promise<SessionUser | undefined> => {
      try {
        const reply = await request('POST /api/getuser', { headers: { authorization: token } })
        const { success, user } = (await reply.json()) as SessionUserResponse
        return success && reply.headers.get('authorization') === token
          ? fromPublishedSessionUser(user)
          : undefined
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
          return undefined
        throw error
      }
    },

    signOut: async (token: string): Promise<void> => {
      await call('POST /api/signout', { headers: { authorization: token } })
    },

    forgotPassword: async (email: string, area: SignInArea): Promise<void> => {
      await call('POST /api/password/forgot', { json: { email, area } })
    },

    resetPassword: async (token: string, password: string, confirm: string): Promise<void> => {
      await call('POST /api/password/reset', { json: { token, password, confirm } })
    },

    /**
     * Confirms an email address with the token of its link and one proof: the secret of the browser that
     * registered, the token of a session of the account, or the password. `sessionToken` is that of a new
     * session, for a registration only. Throws `password-required`, `wrong-password`, `ticket-spent`, and
     * `account-exists` or `conflict` when another user has the address or the national ID now.
     */
    confirmEmail: async (
      token: string,
      {
        authorization,
        ...proof
      }: {
        browserSecret?: string | undefined
        password?: string | undefined
        authorization?: string | undefined
      },
    ): Promise<{ message: string; sessionToken: string | null }> => {
      const reply = await request('POST /api/confirm-email', {
        json: { token, ...proof },
        headers: authorization === undefined ? {} : { authorization },
      })
      const { msg, isSignedIn } = (await reply.json()) as { msg: string; isSignedIn?: true }
      return { message: msg, sessionToken: isSignedIn ? reply.headers.get('authorization') : null }
    },

    /**
     * Ends a confirmation link and deletes its registration, which somebody else made. Throws `ticket-spent`.
     */
    declineConfirmation: async (token: string): Promise<{ message: string }> => {
      const { msg } = await call('POST /api/confirm-email/decline', { json: { token } })
      return { message: msg }
    },

    /**
     * Sends the confirmation link of a new user again, of the registration with the password or the secret of
     * this browser. The page of the link leads to the path `next`. The reply does not reveal whether there is
     * such a registration. Throws `no-mail`, `too-many`.
     */
    resendConfirmation: async (request: {
      identity: string
      identityKind: SignInIdentifierKind
      next?: string | undefined
      password?: string | undefined
      browserSecret?: string | undefined
    }): Promise<{ message: string }> => {
      const { msg } = await call('POST /api/confirm-email/again', { json: request })
      return { message: msg }
    },
  }
}
