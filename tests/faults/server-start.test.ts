import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { isNightly } from '../support/nightly.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { getProgram } from '../support/services/program.ts'
import { canMountDisk, mountSmallDisk } from '../support/services/small-disk.ts'
import { killProcessesIn, listProcessesIn, startScript, waitRandomTime } from './processes.ts'

const [folder, demoFolder] = [createDataFolder(), createDataFolder()]
afterAll(() => {
  for (const each of [folder, demoFolder]) {
    killProcessesIn(each.path)
    each.remove()
  }
})

/** How often a start is stopped at a random moment. */
const rounds = isNightly ? 4 : 2

/** The server itself. Its pages have to be built, as `npm test` does before. */
const serve = (env: Record<string, string> = {}) =>
  startScript(
    getProgram('main'),
    {
      NODE_ENV: 'production',
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: folder.path,
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    { name: 'this user', ids: undefined },
  )

describe.skipIf(!existsSync('build/server/index.js'))('the server', () => {
  test('a signal at any moment of a start leaves nothing running', async () => {
    for (let round = 0; round < rounds; round++) {
      const server = serve()
      await waitRandomTime(1500)
      server.child.kill(round % 2 ? 'SIGTERM' : 'SIGINT')
      const { code, signal } = await server.ended
      // Before its code was loaded the signal ends Node itself; later the server ends by itself.
      expect([code, signal]).toEqual(code === 0 ? [0, null] : [null, round % 2 ? 'SIGTERM' : 'SIGINT'])
      expect(listProcessesIn(folder.path)).toEqual([])
    }
  }, 120_000)

  test('a port in use is one error sentence, and the database keeps running for the other process', async () => {
    const first = serve()
    const address = (await first.line('Botola is at')).replace('Botola is at ', '')
    const second = await serve({ PORT: new URL(address).port }).ended
    expect(second.code).toBe(1)
    expect(second.errors).toMatch(/^Port \d+ is taken: stop the other program or set PORT to a free one\.$/m)
    expect((await fetch(`${address}/api/events/`)).status).toBe(200)
    expect(await first.stop()).toBe(0)
    expect(listProcessesIn(folder.path)).toEqual([])
  }, 60_000)

  test.skipIf(!canMountDisk)(
    'a first start on a disk that is too small says so in one sentence',
    async () => {
      const smallFolder = createDataFolder()
      const disk = mountSmallDisk(smallFolder.path, 40)
      try {
        const { code, errors } = await serve({ DATA_DIR: smallFolder.path, LOG_LEVEL: 'fatal' }).ended
        expect(errors.trim().split('\n')).toEqual([
          `The disk of the data folder ${smallFolder.path} is full: free some space, or set DATA_DIR to a folder on a larger disk.`,
        ])
        expect(code).toBe(1)
        expect(listProcessesIn(smallFolder.path)).toEqual([])
      } finally {
        disk.unmount()
        smallFolder.remove()
      }
    },
    60_000,
  )

  test('a second signal at any moment of a start stops the database, too', async () => {
    for (let round = 0; round < rounds; round++) {
      const server = serve()
      await waitRandomTime(1500)
      server.child.kill('SIGTERM')
      // later than the repeat of a signal that a terminal and npm both send
      await wait(1100)
      server.child.kill('SIGTERM')
      await server.ended
      await expect.poll(() => listProcessesIn(folder.path), { timeout: 20_000 }).toEqual([])
    }
  }, 120_000)

  test('a start with demo content says that its payments are a demo', async () => {
    const server = serve({ DATA_DIR: demoFolder.path, DEMO: 'on' })
    // the last line of a first start
    await server.line('Administrator: ')
    expect(server.lines).toContainEqual(
      expect.stringMatching(/^Payments are a demo: .* npm run demo:remove or DEMO=off closes /),
    )
    expect(await server.stop()).toBe(0)
  }, 120_000)
})
