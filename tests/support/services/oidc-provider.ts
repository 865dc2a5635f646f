import { createServer } from 'node:http'
// @ts-expect-error: the package has no types
import Provider from 'oidc-provider'

/** Who signs in at the provider, and what its id token says about how. */
export type ProviderUser = {
  sub: string
  email?: string
  amr?: string[]
  acr?: string
  /** When the password was entered, in seconds since 1970; now by default. */
  authTime?: number
}

const client = { id: 'botola', secret: 'a secret of the provider for tests' }

/**
 * Starts a real OpenID Connect provider (`oidc-provider`) for a site. Its sign-in page takes a name without a
 * password. `signInAndStartSession` does what a browser does there; `env` are the settings of the site.
 */
export const startOidcProvider = async (siteUrl: string, port = 0) => {
  const users = new Map<string, ProviderUser>()
  const server = createServer()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${siteUrl}/admin/auth/provider/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        require_auth_time: true,
      },
    ],
    acrValues: ['two-factors'],
    claims: { openid: ['sub', 'acr', 'amr', 'auth_time'], email: ['email'] },
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => true },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: users.get(accountId)?.email }),
    }),
    // nobody is asked whether the site may read the id
    loadExistingGrant: async (ctx: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) => {
      const { clientId } = ctx.oidc.client
      const grant = new provider.Grant({ clientId, accountId: ctx.oidc.session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return handle(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return response.end(
        '<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1><form method="post"><label>Name <input name="sub"></label><button>Sign in</button></form></main></html>',
      )
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sub = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub') ?? ''
    const { amr, acr, authTime } = users.get(sub) ?? {}
    await provider.interactionFinished(
      request,
      response,
      sub === 'nobody'
        ? { error: 'access_denied' }
        : { login: { accountId: sub, amr, acr, ts: authTime ?? Math.floor(Date.now() / 1000) } },
    )
  })
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Office ID',
    },
    /** Sets what id tokens of a user say. */
    setUser: (user: ProviderUser) => users.set(user.sub, user),
    /** Opens the address to which the site sends a browser, signs in, and returns what is sent back to the site. */
    signIn: async (url: string, user: ProviderUser): Promise<Record<string, string>> => {
      users.set(user.sub, user)
      const cookies = new Map<string, string>()
      let next = url
      for (let hops = 0; hops < 10; hops++) {
        const isForm = next.includes('/sign-in/')
        const reply = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(isForm ? { method: 'POST', body: new URLSearchParams({ sub: user.sub }) } : {}),
        })
        for (const cookie of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = reply.headers.get('location')
        if (!location) throw new Error(`the provider replied ${reply.status}: ${await reply.text()}`)
        next = new URL(location, issuer).href
        if (next.startsWith(siteUrl)) return Object.fromEntries(new URL(next).searchParams)
      }
      throw new Error('the provider led back nowhere')
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>
