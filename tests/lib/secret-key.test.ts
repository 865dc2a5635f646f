import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { loadOrCreateSecretKeys } from '#server/platform/lib/encryption.ts'

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string]
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botola-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const load = (env: Record<string, string> = {}) =>
  loadOrCreateSecretKeys(readConfig({ DATA_DIR: folder, ...env }))

it('SECRET_KEY_OLD has one or more keys, separated by commas', () => {
  expect(load({ SECRET_KEY: first })).toEqual({ SECRET_KEY: first, SECRET_KEY_OLD: [] })
  expect(load({ SECRET_KEY: first, SECRET_KEY_OLD: '' }).SECRET_KEY_OLD).toEqual([])
  expect(load({ SECRET_KEY: first, SECRET_KEY_OLD: second }).SECRET_KEY_OLD).toEqual([second])
  expect(load({ SECRET_KEY: first, SECRET_KEY_OLD: ` ${second} , ${third},` }).SECRET_KEY_OLD).toEqual([
    second,
    third,
  ])
  expect(existsSync(join(folder, 'secret-key'))).toBe(false)
})

it('an old key that is too short is rejected with its source, not with its value', () => {
  expect(() => load({ SECRET_KEY: first, SECRET_KEY_OLD: `${second},short` })).toThrow(ConfigError)
  expect(() => load({ SECRET_KEY: first, SECRET_KEY_OLD: `${second},short` })).toThrow(
    /^(?!.*2222)The setting SECRET_KEY_OLD/,
  )
  writeFileSync(join(folder, 'secret-key-old'), 'short')
  expect(() => load({ SECRET_KEY: first })).toThrow(/secret-key-old cannot be used/)
})

it('a renamed key file becomes the old key, and the next start creates a new key', () => {
  const { SECRET_KEY } = load()
  expect(load()).toEqual({ SECRET_KEY, SECRET_KEY_OLD: [] })
  renameSync(join(folder, 'secret-key'), join(folder, 'secret-key-old'))
  const rotated = load()
  expect(rotated.SECRET_KEY_OLD).toEqual([SECRET_KEY])
  expect(rotated.SECRET_KEY).not.toBe(SECRET_KEY)
  expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(rotated.SECRET_KEY)
})

it('the file of old keys has one key a line', () => {
  writeFileSync(join(folder, 'secret-key-old'), `${second}\n\n${third}, with a comma\n`)
  expect(load({ SECRET_KEY: first }).SECRET_KEY_OLD).toEqual([second, `${third}, with a comma`])
})
