import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDataFolder } from '../support/services/data-folder.ts'
import { killProcessesIn, startScript } from './processes.ts'

const installation = createDataFolder('installation')
const data = createDataFolder()
afterAll(() => {
  killProcessesIn(data.path)
  for (const folder of [installation, data]) folder.remove()
})

const createPackage = () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'package', installation.path], {
    encoding: 'utf8',
  })
  return { status, errors: stderr.trim() }
}

/** Megabytes of the files in a folder. */
const measureFolder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6

describe.skipIf(!existsSync('build/server/index.js'))('an installation without development packages', () => {
  beforeAll(() => expect(createPackage()).toEqual({ status: 0, errors: '' }), 180_000)

  test('has less than 350 MB, and neither sources nor packages that are part of the build', () => {
    expect(measureFolder(installation.path)).toBeLessThan(350)
    for (const name of [
      'web',
      'server/main.ts',
      'node_modules/vite',
      'node_modules/react',
      'build/program/compile-cache',
    ])
      expect(existsSync(join(installation.path, name)), name).toBe(false)
  })

  test('starts, and serves pages, their scripts and the documentation of the calls', async () => {
    const settings = { DATA_DIR: data.path, PORT: '0', DEMO: 'off', LOG_LEVEL: 'error' }
    const server = startScript(
      join(installation.path, 'scripts/run.mjs'),
      settings,
      { name: 'this user', ids: undefined },
      ['start'],
    )
    const address = (await server.line('Botola is at')).replace('Botola is at ', '')
    for (const path of ['/', '/events', '/admin/', '/judge/', '/api/docs/', '/readyz'])
      expect((await fetch(address + path)).status, path).toBe(200)
    const [script] = /\/assets\/[^"]+\.js/.exec(await (await fetch(address)).text()) ?? []
    expect((await fetch(address + script)).headers.get('content-type')).toMatch('javascript')
    expect(await server.stop()).toBe(0)
  }, 60_000)

  test('has the packages of the lock file in the same versions', () => {
    const readLock = (folder: string): Record<string, { version: string; integrity: string }> =>
      JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const all = readLock('.')
    const packages = Object.entries(readLock(installation.path)).slice(1)
    expect(packages.length).toBeGreaterThan(10)
    for (const [path, { version, integrity }] of packages)
      expect({ path, version, integrity }).toMatchObject({
        path,
        version: all[path]?.version,
        integrity: all[path]?.integrity,
      })
  })

  test('is not written to a folder that has files', () => {
    expect(createPackage()).toEqual({
      status: 1,
      errors: `The folder ${installation.path} is not empty: name a new one.`,
    })
  })
})
