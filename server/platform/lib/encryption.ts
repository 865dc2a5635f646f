import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Config, trimAndValidateSecretKeys } from '#server/config.ts'
import type { EncryptedColumn } from '#server/platform/db/encrypted-columns.ts'
import { ensureDataFolder } from './data-folder.ts'

type KeySettings = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_OLD' | 'DATA_DIR'>

/**
 * Creates the file `path` with a random key. Returns the key of another process that created it at the same
 * time.
 */
const createKeyFile = (path: string): string => {
  const key = randomBytes(32).toString('base64url')
  // writes a temporary file first and links it to the name, so that a killed process leaves no incomplete key
  const temporary = `${path}.${process.pid}`
  const file = openSync(temporary, 'w', 0o600)
  writeSync(file, key)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(temporary, path)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(path, 'utf8').trim()
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Returns the keys that decrypt only: those of `SECRET_KEY_OLD`, and of the file `DATA_DIR/secret-key-old`,
 * one a line. Throws a `ConfigError`.
 */
const loadOldSecretKeys = ({ SECRET_KEY_OLD, DATA_DIR }: KeySettings): string[] => {
  const path = join(DATA_DIR, 'secret-key-old')
  return [
    ...SECRET_KEY_OLD,
    ...(existsSync(path)
      ? trimAndValidateSecretKeys(readFileSync(path, 'utf8').split('\n'), `The file ${path}`)
      : []),
  ]
}

/**
 * Returns true if the environment or `DATA_DIR` has a secret key. Old keys, which only decrypt, count too.
 */
export const hasAnySecretKey = (config: KeySettings): boolean =>
  config.SECRET_KEY !== undefined ||
  existsSync(join(config.DATA_DIR, 'secret-key')) ||
  loadOldSecretKeys(config).length > 0

/**
 * Returns the keys that encrypt personal data. `SECRET_KEY` is that setting or the file
 * `DATA_DIR/secret-key`, which the first start creates with a random key. Throws a `ConfigError`.
 */
export const loadOrCreateSecretKeys = (
  config: KeySettings,
): { SECRET_KEY: string; SECRET_KEY_OLD: string[] } => {
  const SECRET_KEY_OLD = loadOldSecretKeys(config)
  if (config.SECRET_KEY) return { SECRET_KEY: config.SECRET_KEY, SECRET_KEY_OLD }
  const path = join(config.DATA_DIR, 'secret-key')
  if (existsSync(path)) return { SECRET_KEY: readFileSync(path, 'utf8').trim(), SECRET_KEY_OLD }
  ensureDataFolder(config.DATA_DIR)
  return { SECRET_KEY: createKeyFile(path), SECRET_KEY_OLD }
}

/**
 * Where a ciphertext belongs: a column of the database, a value that the browser holds for a few minutes, or
 * the link of an email. Existing data depends on the names.
 */
type CiphertextPlace = EncryptedColumn | 'second-factor-enrolment' | 'unsubscribe-token'

/**
 * Encrypts personal data, so that it cannot be read in the database and its backups. `SECRET_KEY` encrypts;
 * it and the keys of `SECRET_KEY_OLD` decrypt.
 */
export type FieldEncryption = {
  /**
   * Encrypts a text (AES-256-GCM) as `v2.<key id>.<iv>.<tag and ciphertext>`. Each call returns a different
   * ciphertext, which can be decrypted only with the same place and row id.
   */
  encrypt: (text: string, place: CiphertextPlace, rowId: string) => string
  /**
   * Decrypts a text. Throws when it was changed, belongs to another place or row, or was encrypted with an
   * unknown key.
   */
  decrypt: (encrypted: string, place: CiphertextPlace, rowId: string) => string
  /**
   * Returns a keyed hash, which is the same for equal texts: for unique indexes and lookups of encrypted
   * values.
   */
  keyedHash: (text: string) => string
  /**
   * Returns the hashes of a text with every key, the current one first: for lookups of hashes that cannot be
   * computed again.
   */
  listKeyedHashes: (text: string) => string[]
  /** The ids of the keys, the current one first. */
  keyIds: readonly string[]
}

/**
 * A key can be recognized in a ciphertext by its id. Encryption and keyed hash use different keys that are
 * derived from the secret.
 */
const deriveKeys = (secret: string) => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'botola', use, 32))
  // existing data depends on the name 'seal'
  const encryptionKey = derive('seal')
  return {
    encryptionKey,
    hashKey: derive('index'),
    id: createHash('sha256').update(encryptionKey).digest('hex').slice(0, 8),
  }
}

/** Creates the encryption with the keys of an installation (`loadOrCreateSecretKeys`). */
export const createFieldEncryption = ({
  SECRET_KEY,
  SECRET_KEY_OLD,
}: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_OLD'>): FieldEncryption => {
  if (!SECRET_KEY) throw new Error('The encryption needs a SECRET_KEY.')
  const current = deriveKeys(SECRET_KEY)
  const keys = [current, ...SECRET_KEY_OLD.filter((secret) => secret !== SECRET_KEY).map(deriveKeys)]
  const hash = (text: string, hashKey: Buffer) =>
    createHmac('sha256', hashKey).update(text).digest('base64url')
  const toAdditionalData = (place: CiphertextPlace, rowId: string) => Buffer.from(`${place}:${rowId}`)
  return {
    encrypt: (text, place, rowId) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.encryptionKey, iv)
      cipher.setAAD(toAdditionalData(place, rowId))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [
        'v2',
        current.id,
        iv.toString('base64url'),
        Buffer.concat([cipher.getAuthTag(), body]).toString('base64url'),
      ].join('.')
    },
    decrypt: (encrypted, place, rowId) => {
      const [version, keyId, iv = '', rest = ''] = encrypted.split('.')
      const key = keys.find(({ id }) => id === keyId)
      if (!key || (version !== 'v1' && version !== 'v2'))
        throw new Error('The value was encrypted with another SECRET_KEY.')
      const bytes = Buffer.from(rest, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.encryptionKey, Buffer.from(iv, 'base64url'), {
        authTagLength: 16,
      })
      decipher.setAuthTag(bytes.subarray(0, 16))
      // version 1 is not bound to a row; `npm run keys:reencrypt` replaces it
      if (version === 'v2') decipher.setAAD(toAdditionalData(place, rowId))
      return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
    },
    keyedHash: (text) => hash(text, current.hashKey),
    listKeyedHashes: (text) => keys.map(({ hashKey }) => hash(text, hashKey)),
    keyIds: keys.map(({ id }) => id),
  }
}
