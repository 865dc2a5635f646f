import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** Returns the key that encrypts personal data: `SECRET_KEY`, or the file `DATA_DIR/secret-key`, which the first start creates with a random key. */
export const loadSecretKey = (config: Config): string => {
  if (config.SECRET_KEY) return config.SECRET_KEY
  const path = join(config.DATA_DIR, 'secret-key')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(config.DATA_DIR, { recursive: true })
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
