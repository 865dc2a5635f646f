import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** The key that seals personal data: `SECRET_KEY`, or one made on the first start under `DATA_DIR`, readable by its owner only. */
export const loadSecretKey = (config: Config): string => {
  if (config.SECRET_KEY) return config.SECRET_KEY
  const path = join(config.DATA_DIR, 'secret-key')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(config.DATA_DIR, { recursive: true })
  const key = randomBytes(32).toString('base64url')
  // written aside and linked into place: a process that ends in the middle leaves no half of a key
  const aside = `${path}.${process.pid}`
  const file = openSync(aside, 'w', 0o600)
  writeSync(file, key)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(aside, path)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(path, 'utf8').trim()
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
