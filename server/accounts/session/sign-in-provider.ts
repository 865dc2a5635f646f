import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { confirmationMinutes } from '#contract/accounts/session.ts'
import { msPerHour, secondsPerMinute } from '#contract/platform/time.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/platform/lib/app-error.ts'

/** A site without a provider does not need the memory of the library. */
const loadLibrary = () => import('openid-client')
type Library = Awaited<ReturnType<typeof loadLibrary>>

/** How long the provider has for each reply, in seconds. */
const replySeconds = 10
/** The largest reply of the provider in bytes. */
const maxReplyBytes = 1_000_000
/** How long the addresses of the provider are kept, in milliseconds. */
const discoveryInterval = msPerHour

/** What the server keeps of a request to the provider until its browser returns. */
export type ProviderSecrets = { state: string; nonce: string; codeVerifier: string }

/** What the id token says about who signed in. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  hasSecondFactor: boolean
  /** When the user last gave a password or the like to the provider; undefined where it doesn't say. */
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

/** Error codes with which a provider rejects this site instead of the user. */
const refusalsOfSite = new Set([
  'invalid_client',
  'unauthorized_client',
  'server_error',
  'temporarily_unavailable',
])
/** Codes of replies that are not those of a provider, such as the error page of a proxy. */
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

/** Sends the secret of this site in the way that the provider takes, in a header if it can. */
const authenticateSite =
  ({ ClientSecretBasic, ClientSecretPost }: Library, secret: string | undefined): ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? ClientSecretBasic(secret)
      : ClientSecretPost(secret)
    authenticate(server, ...request)
  }

/** Throws `provider-away` for a provider that does not answer or refuses this site, else `provider-failed`. */
const throwProviderError = (library: Library, error: unknown): never => {
  if (isProviderAway(library, error)) throw new AppError('provider-away', [], undefined, { cause: error })
  if (isRefusedSignIn(library, error)) throw new AppError('provider-failed', [], undefined, { cause: error })
  throw error
}

/**
 * Creates the client of the sign-in provider of the settings: OpenID Connect with the authorization code flow and
 * PKCE. Its addresses are read at the first use and again after an hour.
 */
export const createSignInProvider = (config: Config) => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config
  const redirectUri = `${config.SITE_URL}/admin/auth/provider/`
  let discovered: { configuration: Promise<Configuration>; until: number } | undefined

  /** Reads the addresses of the provider. Throws `provider-not-set-up`, `provider-away`. */
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
     * Returns the address of the provider's page. With `isSignInForced` the provider asks for the sign-in also when it
     * knows the browser; `isFreshSignInRequired` also has it say when that was. Throws `provider-not-set-up`,
     * `provider-away`.
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
     * Exchanges the code of the return for an id token and checks it: signature, issuer, audience, times, state and
     * nonce. Throws `provider-not-set-up`, `provider-away`, `provider-failed`.
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
          // the time that users have at the provider; its result must not be older
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
