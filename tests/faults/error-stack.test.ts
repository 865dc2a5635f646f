import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { applicationRole } from '#server/platform/db/embedded/open-embedded.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { buildDatabaseUrl, createTestDatabase } from '../support/services/database.ts'
import { getProgram } from '../support/services/program.ts'
import { startScript } from './processes.ts'

// `npm test` builds the pages before
test.skipIf(!existsSync('build/server/index.js'))(
  'the stack of an error of the built server names files and lines of the sources',
  async () => {
    const [fresh, folder] = [await createTestDatabase(), createDataFolder()]
    const settings = {
      ...{
        NODE_ENV: 'production',
        BOTOLA_ROOT: resolve('.'),
        DATA_DIR: folder.path,
        PORT: '0',
        DEMO: 'off',
        LOG_LEVEL: 'error',
      },
      ...{
        DATABASE_URL: buildDatabaseUrl(fresh.name, applicationRole),
        SECRET_KEY: 'a key for tests only, thirty-two characters',
      },
      MIGRATION_DATABASE_URL: buildDatabaseUrl(fresh.name, String(inject('cluster').user)),
    }
    const server = startScript(getProgram('main'), settings, { name: 'this user', ids: undefined })
    onTestFinished(async () => {
      await server.kill()
      await fresh.drop()
      folder.remove()
    })
    const address = (await server.line('Botola is at')).replace('Botola is at ', '')
    await fresh.ownerPool.query('alter table messages add constraint no_messages check (false) not valid')
    const message = {
      name: 'Mona',
      email: 'mona@school.test',
      phone: '+966501234567',
      body: 'How do we register?',
    }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${address}/api/contact-us`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    })
    expect(reply.status).toBe(500)
    const { msg, err } = JSON.parse(await server.line('{"level":50'))
    expect(msg).toBe('request failed')
    expect(err.stack).toMatch(/\(server\/site\/messages\/[\w-]+\.ts:\d+\)/)
    expect(err.stack).not.toContain('build/program')
  },
)
