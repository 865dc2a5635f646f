import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { confirmationMinutes } from '#contract/accounts/session.ts'
import { msPerHour, secondsPerMinute } from '#contract/platform/time.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/platform/lib/app-error.ts'

/** Loads the library at its first use, because a site without a provider does not need its memory. */
const loadLibrary = () => import('openid-client')
type Library = Awaited<ReturnType<typeof loadLibrary>>

/** How long the provider has for each reply, in seconds. */
const replySeconds = 10
/** The largest reply of the provider in bytes. */
const maxReplyBytes = 1_000_000
/** How long the addresses of the provider are kept, in milliseconds. */
const discoveryInterval = msPerHour

/** The random values of a request to the provider, which the server keeps until the browser comes back. */
export type ProviderSecrets = { state: string; nonce: string; codeVerifier: string }

/** What the id token says about who signed in. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  /** Whether the provider has checked a second factor that the settings accept (`OIDC_SECOND_FACTOR`). */
  hasSecondFactor: boolean
  /** When the user last entered a password, or the like, at the provider; undefined when the token does not say. */
  authenticatedAt: Date | undefined
}

/** Fetches as `fetch` does. Throws a TypeError, as without a connection, for a body over `maxReplyBytes`. */
const fetchLimitedBody: CustomFetch = async (url, options) => {
  const reply = await fetch(url, options as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > maxReplyBytes) throw new TypeError('the reply of the sign-in provider is too large')
    chunks.push(chunk)
  }
  const { status, headers } = reply
  return new Response(chunks.length > 0 ? new Blob(chunks) : null, { status, headers })
}

/** Error codes of a provider that are about this site or the provider, and not about the user. */
const refusalsOfSite = new Set([
  'invalid_client',
  'unauthorized_client',
  'server_error',
  'temporarily_unavailable',
])
/** Error codes of the library for a missing reply, or one that no provider sends, such as the error page of a proxy. */
const unusableReplies = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])
const isProviderAway = ({ ClientError, ResponseBodyError }: Library, error: unknown): boolean =>
  // `fetch` throws a TypeError without a connection
  error instanceof TypeError ||
  (error instanceof ResponseBodyError && (error.status >= 500 || refusalsOfSite.has(error.error))) ||
  (error instanceof ClientError && unusableReplies.has(error.code ?? ''))
const isRefusedSignIn = (
  { AuthorizationResponseError, ClientError, ResponseBodyError }: Library,
  error: unknown,
): boolean =>
  error instanceof ResponseBodyError ||
  error instanceof AuthorizationResponseError ||
  error instanceof ClientError

/** Sends the secret of this site to the provider: in a header if the provider accepts that, else in the body. */
const authenticateSite =
  ({ ClientSecretBasic, ClientSecretPost }: Library, secret: string | undefined): ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? ClientSecretBasic(secret)
      : ClientSecretPost(secret)
    authenticate(server, ...request)
  }

/**
 * Throws `provider-away` when the provider does not answer or refuses this site, and `provider-failed` when it refuses
 * the sign-in. Throws any other error again.
 */
const throwProviderError = (library: Library, error: unknown): never => {
  if (isProviderAway(library, error)) throw new AppError('provider-away', [], undefined, { cause: error })
  if (isRefusedSignIn(library, error)) throw new AppError('provider-failed', [], undefined, { cause: error })
  throw error
}

/**
 * Creates the client for the sign-in provider that the settings name (`OIDC_ISSUER`). It uses OpenID Connect with the
 * authorization code flow and PKCE. It asks the provider for its addresses at the first use and again
 * after an hour.
 */
export const createSignInProvider = (config: Config) => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config
  const redirectUri = `${config.SITE_URL}/admin/auth/provider/`
  let discovered: { configuration: Promise<Configuration>; until: number } | undefined

  /** Returns the addresses of the provider. Throws `provider-not-set-up`, `provider-away`. */
  const getConfiguration = (library: Library): Promise<Configuration> => {
    if (!issuer || !clientId) throw new AppError('provider-not-set-up')
    if (discovered && Date.now() < discovered.until) return discovered.configuration
    const configuration = library
      .discovery(new URL(issuer), clientId, undefined, authenticateSite(library, secret), {
        timeout: replySeconds,
        [library.customFetch]: fetchLimitedBody,
        execute: [
          // without it the library trusts the connection and leaves the signature of the id token unchecked
          library.enableNonRepudiationChecks,
          // the settings allow http on this machine only
          ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
        ],
      })
      .catch((error) => {
        if (discovered?.configuration === configuration) discovered = undefined
        throw new AppError('provider-away', [], undefined, { cause: error })
      })
    discovered = { configuration, until: Date.now() + discoveryInterval }
    return configuration
  }

  return {
    /**
     * Returns the address of the provider's page to sign in. With `isSignInForced` the provider asks for the password
     * also where the user is signed in there; `isFreshSignInRequired` also has it say when that was. Throws
     * `provider-not-set-up`, `provider-away`.
     */
    buildUrl: async (
      { state, nonce, codeVerifier }: ProviderSecrets,
      { isSignInForced, isFreshSignInRequired }: { isSignInForced: boolean; isFreshSignInRequired: boolean },
    ): Promise<string> => {
      const library = await loadLibrary()
      const url = library.buildAuthorizationUrl(await getConfiguration(library), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isSignInForced || isFreshSignInRequired ? { prompt: 'login' } : {}),
        ...(isFreshSignInRequired ? { max_age: '0' } : {}),
      })
      return url.href
    },

    /**
     * Exchanges the code that the provider gave the browser for an id token, and returns who signed in. Checks that the
     * provider has signed the token, that it was issued for this site and this request, and that it has not expired. With
     * `isFreshSignInRequired` a sign-in at the provider of more than `confirmationMinutes` ago is refused. Throws
     * `provider-not-set-up`, `provider-away`, `provider-failed`.
     */
    exchangeCode: async (
      returned: { code: string; iss?: string | undefined },
      { state, nonce, codeVerifier }: ProviderSecrets,
      { isFreshSignInRequired }: { isFreshSignInRequired: boolean },
    ): Promise<ProviderIdentity> => {
      const url = new URL(redirectUri)
      url.searchParams.set('code', returned.code)
      url.searchParams.set('state', state)
      if (returned.iss !== undefined) url.searchParams.set('iss', returned.iss)
      const library = await loadLibrary()
      const tokens = await library
        .authorizationCodeGrant(await getConfiguration(library), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          // users have as long as this at the provider
          ...(isFreshSignInRequired ? { maxAge: confirmationMinutes * secondsPerMinute } : {}),
        })
        .catch((error) => throwProviderError(library, error))
      const claims = tokens.claims()
      if (!claims) throw new AppError('provider-failed')
      const amr = Array.isArray(claims.amr) ? claims.amr : []
      const accepted = config.OIDC_SECOND_FACTOR
      return {
        issuer: claims.iss,
        subject: claims.sub,
        hasSecondFactor: [...amr, claims.acr].some(
          (value) => typeof value === 'string' && accepted.includes(value),
        ),
        authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1000),
      }
    },
  }
}
