import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts personal data, so that it cannot be read in the database and its backups. */
export type FieldEncryption = {
  /** Encrypts a text (AES-256-GCM) as `v1.<key id>.<iv>.<tag and ciphertext>`. Each call returns a different ciphertext. */
  encrypt: (text: string) => string
  /** Decrypts a text. Throws when it was changed or encrypted with another key. */
  decrypt: (encrypted: string) => string
  /** Returns a keyed hash, which is the same for equal texts: for unique indexes and lookups of encrypted values. */
  keyedHash: (text: string) => string
}

/** Creates the encryption with `secret` (`SECRET_KEY`). Encryption and keyed hash use different keys that are derived from it. */
export const createFieldEncryption = (secret: string): FieldEncryption => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'botola', use, 32))
  // existing data depends on the name 'seal'
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
    decrypt: (encrypted) => {
      const [version, key, iv = '', rest = ''] = encrypted.split('.')
      if (version !== 'v1' || key !== keyId) throw new Error('The value was encrypted with another SECRET_KEY.')
      const bytes = Buffer.from(rest, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(0, 16))
      return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
    },
    keyedHash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
  }
}
