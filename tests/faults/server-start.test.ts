import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDataFolder } from '../support/services/data-folder.ts'
import { getProgram } from '../support/services/program.ts'
import { killProcessesIn, listProcessesIn, startScript, waitRandomTime } from './processes.ts'

const [folder, demoFolder] = [createDataFolder(), createDataFolder()]
afterAll(() => {
  for (const each of [folder, demoFolder]) {
    killProcessesIn(each.path)
    each.remove()
  }
})

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
    for (let round = 0; round < 4; round++) {
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
