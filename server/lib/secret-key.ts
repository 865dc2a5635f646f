import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, parseOldSecretKeys } from '#server/config.ts'
import { ensureDataFolder } from './data-folder.ts'

type KeySettings = Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_OLD' | 'DATA_DIR'>

/** Creates the file `path` with a random key. Returns the key of another process that created it at the same time. */
const createKeyFile = (path: string): string => {
  const key = randomBytes(32).toString('base64url')
  // a temporary file is linked to the name: a killed process leaves no incomplete key
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

/** Returns the keys that decrypt only: those of `SECRET_KEY_OLD`, and of the file `DATA_DIR/secret-key-old`, one a line. Throws a `ConfigError`. */
const loadOldSecretKeys = ({ SECRET_KEY_OLD, DATA_DIR }: KeySettings): string[] => {
  const path = join(DATA_DIR, 'secret-key-old')
  return [...SECRET_KEY_OLD, ...(existsSync(path) ? parseOldSecretKeys(readFileSync(path, 'utf8').split('\n'), `The file ${path}`) : [])]
}

/** Returns true if the environment or `DATA_DIR` has a secret key. Old keys, which only decrypt, count too. */
export const hasAnySecretKey = (config: KeySettings): boolean =>
  config.SECRET_KEY !== undefined || existsSync(join(config.DATA_DIR, 'secret-key')) || loadOldSecretKeys(config).length > 0

/**
 * Returns the keys that encrypt personal data. `SECRET_KEY` is that setting or the file `DATA_DIR/secret-key`, which the first start creates with a random
 * key. Throws a `ConfigError`.
 */
export const loadSecretKeys = (config: KeySettings): { SECRET_KEY: string; SECRET_KEY_OLD: string[] } => {
  const SECRET_KEY_OLD = loadOldSecretKeys(config)
  if (config.SECRET_KEY) return { SECRET_KEY: config.SECRET_KEY, SECRET_KEY_OLD }
  const path = join(config.DATA_DIR, 'secret-key')
  if (existsSync(path)) return { SECRET_KEY: readFileSync(path, 'utf8').trim(), SECRET_KEY_OLD }
  ensureDataFolder(config.DATA_DIR)
  return { SECRET_KEY: createKeyFile(path), SECRET_KEY_OLD }
}
