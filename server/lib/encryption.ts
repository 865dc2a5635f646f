import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps personal data unreadable in the database and its backups. */
export type FieldEncryption = {
  /** Encrypts a text (AES-256-GCM): `v1.<key id>.<iv>.<tag and ciphertext>`. Every call gives another text. */
  encrypt: (text: string) => string
  /** The text again. Throws when it was changed or sealed with another key. */
  decrypt: (sealed: string) => string
  /** A keyed hash that is the same for the same text: to look a sealed value up and to keep it unique. */
  keyedHash: (text: string) => string
}

/** Sealing under `secret` (`SECRET_KEY`); encryption and index use keys derived from it separately. */
export const createFieldEncryption = (secret: string): FieldEncryption => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'botola', use, 32))
  const encryptionKey = derive('seal')
  const hashKey = derive('index')
  const keyId = createHash('sha256').update(encryptionKey).digest('hex').slice(0, 8)
  return {
    encrypt: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return ['v1', keyId, iv.toString('base64url'), Buffer.concat([cipher.getAuthTag(), body]).toString('base64url')].join('.')
    },
    decrypt: (sealed) => {
      const [version, key, iv = '', rest = ''] = sealed.split('.')
      if (version !== 'v1' || key !== keyId) throw new Error('This was sealed with another key than SECRET_KEY.')
      const bytes = Buffer.from(rest, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(0, 16))
      return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
    },
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
  }
}
