import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { type SessionsApp, startSessionsApp } from '../../support/api/session.ts'

const browserSecret = 'the secret of a browser, random in reality'
const client = { id: 'botola', secret: 'a secret of the provider for tests' }
const keyId = 'key of the provider'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signWith = (key: KeyObject) => (text: string) => sign('sha256', Buffer.from(text), key)
const createToken = (claims: object, alg: string, createSignature: (text: string) => Buffer) => {
  const text = `${encode({ alg, kid: keyId })}.${encode(claims)}`
  return `${text}.${createSignature(text).toString('base64url')}`
}

/** Starts a provider that replies with any id token, also with one that is forged. */
const startForgingProvider = async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const replies: { token: unknown; metadata?: object; padding: string } = { token: {}, padding: '' }
  const server = createServer((request, response) => {
    const { port } = server.address() as { port: number }
    const issuer = `http://127.0.0.1:${port}`
    const paths: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        // also algorithms that no site may accept
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      },
      '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
      '/token': { access_token: 'access', token_type: 'Bearer', id_token: replies.token },
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...paths[request.url ?? ''], padding: replies.padding }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  return {
    issuer: `http://127.0.0.1:${port}`,
    privateKey,
    replies,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

describe('an id token', () => {
  let provider: Awaited<ReturnType<typeof startForgingProvider>>
  let t: SessionsApp
  const lines: string[] = []
  beforeAll(async () => {
    provider = await startForgingProvider()
    t = await startSessionsApp(
      {
        SITE_URL: 'http://botola.test',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
        OIDC_NAME: 'Office ID',
      },
      { logger: createLogger('trace', { write: (line) => void lines.push(line) }) },
    )
  })
  afterAll(async () => {
    await t.close()
    await provider.close()
  })

  const createClaims = (nonce: string, more: object = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return { iss: provider.issuer, aud: client.id, sub: 'officer', nonce, iat: now, exp: now + 60, ...more }
  }
  /** Signs in with the id token that `createIdToken` returns for the nonce of the site. */
  const signInWith = async (createIdToken: (nonce: string) => unknown) => {
    const started = await t.post(getPath('POST /api/sign-in-provider/start'), { browserSecret })
    const query = new URL(started.json().url).searchParams
    provider.replies.token = createIdToken(query.get('nonce') ?? '')
    const reply = await t.post(getPath('POST /api/sign-in-provider/finish'), {
      browserSecret,
      code: 'code',
      state: query.get('state'),
    })
    return [reply.statusCode, reply.json().code]
  }
  const signedByProvider = (claims: object) => createToken(claims, 'RS256', signWith(provider.privateKey))
  const failed = [401, 'provider-failed']

  it('of the provider is accepted', async () => {
    expect(await signInWith((nonce) => signedByProvider(createClaims(nonce)))).toEqual([
      403,
      'provider-unlinked',
    ])
  })

  it('without the signature of the provider is rejected', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged: Record<string, (nonce: string) => string> = {
      'of another key': (nonce) => createToken(createClaims(nonce), 'RS256', signWith(privateKey)),
      'without a signature': (nonce) => createToken(createClaims(nonce), 'none', () => Buffer.alloc(0)),
      'with the secret of the site': (nonce) =>
        createToken(createClaims(nonce), 'HS256', (text) =>
          createHmac('sha256', client.secret).update(text).digest(),
        ),
      'changed after it was signed': (nonce) => {
        const [head, , signature] = signedByProvider(createClaims(nonce)).split('.')
        return [head, encode(createClaims(nonce, { sub: 'somebody else' })), signature].join('.')
      },
    }
    for (const [name, create] of Object.entries(forged))
      expect([name, await signInWith(create)]).toEqual([name, failed])
  })

  it('for another site, sign-in or time is rejected', async () => {
    const past = Math.floor(Date.now() / 1000) - 3600
    const wrong: Record<string, object> = {
      audience: { aud: 'another site' },
      audiences: { aud: [client.id, 'another site'], azp: 'another site' },
      issuer: { iss: 'https://other.test' },
      expired: { iat: past, exp: past + 60 },
      'not valid yet': { nbf: past + 7200 },
      nonce: { nonce: 'that of another sign-in' },
      'no nonce': { nonce: undefined },
      'no subject': { sub: undefined },
      'no end': { exp: undefined },
    }
    for (const [name, more] of Object.entries(wrong))
      expect([name, await signInWith((nonce) => signedByProvider(createClaims(nonce, more)))]).toEqual([
        name,
        failed,
      ])
    // a token that was used for another sign-in
    let first = ''
    await signInWith((nonce) => {
      first = signedByProvider(createClaims(nonce))
      return first
    })
    expect(await signInWith(() => first)).toEqual(failed)
    const unusable = [undefined, '', 'text', 'a.b.c', 7]
    for (const text of unusable) expect((await signInWith(() => text))[1]).toMatch(/^provider-(failed|away)$/)
  })

  it('names a second factor by a value of `amr` or by `acr`, not by parts of texts', async () => {
    const person = await t.person({ role: 'admin', permissions: ['content'] })
    await t.database.pool.query(
      `insert into provider_links (id, user_id, issuer, subject, is_proven) values ($1, $2, $3, 'officer', true)`,
      [randomUUID(), person.id, provider.issuer],
    )
    await t.database.pool.query('update users set totp_secret = $2 where id = $1', [
      person.id,
      t.encryption.encrypt('JBSWY3DPEHPK3PXP', 'users.totp_secret', person.id),
    ])
    const trySecondFactor = (more: object) =>
      signInWith((nonce) => signedByProvider(createClaims(nonce, more)))
    for (const more of [
      { amr: 'mfa' },
      { amr: [['mfa']] },
      { amr: { 0: 'mfa', length: 1 } },
      { amr: ['pwd mfa'] },
      { acr: ['mfa'] },
      { acr: 'mfa2' },
      { amr: [null, true, 1] },
    ])
      expect([more, await trySecondFactor(more)]).toEqual([more, [401, 'second-factor-required']])
    expect((await trySecondFactor({ amr: ['mfa'] }))[0]).toBe(200)
  })

  it('that is rejected is in no log, and neither is what belongs to it', async () => {
    lines.length = 0
    let nonce = ''
    for (const more of [
      { aud: 'another site' },
      { exp: 1 },
      { sub: undefined, email: 'officer@office.test' },
    ])
      await signInWith((given) => {
        nonce = given
        return signedByProvider(createClaims(given, { email: 'officer@office.test', ...more }))
      })
    await signInWith(() => 'officer.token.text')
    const log = lines.join('')
    expect(log).toContain('a sign-in with the provider failed')
    for (const secret of [
      'office.test',
      '"officer"',
      'officer.token',
      nonce,
      client.secret,
      'eyJ',
      browserSecret,
    ])
      expect(log, secret).not.toContain(secret)
  })

  it('in a huge reply is not read, nor are huge addresses of the provider', async () => {
    provider.replies.padding = 'x'.repeat(2_000_000)
    try {
      expect(await signInWith((nonce) => signedByProvider(createClaims(nonce)))).toEqual([
        503,
        'provider-away',
      ])
      const other = await startSessionsApp({
        SITE_URL: 'http://botola.test',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.id,
        OIDC_CLIENT_SECRET: client.secret,
      })
      const reply = await other.post(getPath('POST /api/sign-in-provider/start'), { browserSecret })
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'provider-away'])
      await other.close()
    } finally {
      provider.replies.padding = ''
    }
  })
})
