import { resolve } from 'node:path'
import { type RunningScript, startScript } from '../../faults/processes.ts'
import { createDataFolder } from '../../support/services/data-folder.ts'
import { findFreePort } from '../../support/services/free-port.ts'
import { admin } from './admin.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

const variables = ['BOTOLA_E2E_URL', 'BOTOLA_E2E_DATA', 'BOTOLA_E2E_TOKEN'] as const

/**
 * Runs the tests of a file on a site of their own, with demo content and without credentials of the gateway.
 * `kill` and `start` interrupt its server. `createSettings` returns further settings for the address of the site.
 */
export const runOnOwnSite = (
  name: string,
  createSettings: (url: string) => Promise<Record<string, string>> = async () => ({}),
) => {
  const before = Object.fromEntries(variables.map((variable) => [variable, process.env[variable]]))
  const folder = createDataFolder(name)
  const site = { url: '', kill: () => server.kill(), start: async () => {} }
  let server: RunningScript
  test.beforeAll(async () => {
    const port = await findFreePort()
    const env = {
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: folder.path,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    }
    const settings = {
      NODE_ENV: 'production',
      DEMO: 'on',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...(await createSettings(`http://127.0.0.1:${port}`)),
    }
    site.start = async () => {
      server = startScript(
        'build/program/main.js',
        { ...env, ...settings },
        { name: 'this user', ids: undefined },
      )
      site.url = (await server.line('Botola is at')).replace('Botola is at ', '')
    }
    await site.start()
    Object.assign(process.env, { BOTOLA_E2E_URL: site.url, BOTOLA_E2E_DATA: folder.path })
    // a server that has just started may be overloaded
    await expect(async () => {
      process.env.BOTOLA_E2E_TOKEN = await signIn(site.url, admin)
    }).toPass({ timeout: 60_000 })
  })
  test.afterAll(async () => {
    Object.assign(process.env, before)
    await server.stop()
    folder.remove()
  })
  return site
}
