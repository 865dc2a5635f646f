import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rp?: { id: string }; rpId?: string }

/** Encodes the few values that an authenticator returns as CBOR (RFC 8949). */
const encodeCbor = (value: unknown): Buffer => {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encodeCbor)])
}

const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest()

/**
 * Creates an authenticator with one key (ES256), as a security key is. `counter` is what it says about its uses; 0
 * stays 0. `origin` is the site that the browser says it is on.
 */
export const createAuthenticator = (origin: string, { hasCounter = true } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const authenticator = { counter: hasCounter ? 1 : 0, origin }
  const buildAuthenticatorData = (rpId: string, flags: number, credential: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(authenticator.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential])
  }
  const buildClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: authenticator.origin, crossOrigin: false }))
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  return Object.assign(authenticator, {
    id: common.id,
    /** Returns what `navigator.credentials.create` returns. */
    create: ({ challenge, rp }: Options) => {
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, encodeCbor(coseKey)])
      // user present, with the data of a credential
      const authData = buildAuthenticatorData(rp?.id ?? '', 0x41, credential)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: buildClientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: encodeCbor(attestation).toString('base64url'),
          transports: ['usb'],
        },
      }
    },
    /** Returns what `navigator.credentials.get` returns, and counts the use. */
    sign: ({ challenge, rpId = '' }: Options) => {
      if (hasCounter) authenticator.counter++
      const clientData = buildClientData('webauthn.get', challenge)
      const authenticatorData = buildAuthenticatorData(rpId, 0x01)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  })
}
export type Authenticator = ReturnType<typeof createAuthenticator>
