import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts a text as earlier versions did: not bound to a row. */
export const encryptVersion1 = (secret: string, text: string): string => {
  const key = Buffer.from(hkdfSync('sha256', secret, 'botola', 'seal', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return [
    'v1',
    keyId,
    iv.toString('base64url'),
    Buffer.concat([cipher.getAuthTag(), body]).toString('base64url'),
  ].join('.')
}
