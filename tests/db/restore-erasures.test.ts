import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createDeletedTeamPurgeService } from '#server/accounts/privacy/erase-teams.ts'
import { type PrivacyApp, startPrivacyApp } from '../support/api/privacy.ts'
import { createTestDatabase } from '../support/services/database.ts'
import { getProgram } from '../support/services/program.ts'

let t: PrivacyApp
const parent = mkdtempSync(join(tmpdir(), 'botola-restore-erasures-'))
const restored: Awaited<ReturnType<typeof createTestDatabase>>[] = []
beforeAll(async () => {
  t = await startPrivacyApp()
})
afterAll(async () => {
  await t.close()
  for (const each of restored) await each.drop()
  rmSync(parent, { recursive: true })
})

const run = promisify(execFile)
const getDatabaseUrl = (name: string) =>
  `postgres://postgres:none@localhost/${name}?host=${encodeURIComponent(inject('cluster').host)}`
const runDatabaseCommand = (
  command: string,
  file: string,
  { database, folder }: { database: string; folder: string },
) =>
  run(process.execPath, [getProgram('db'), command, file], {
    env: {
      ...{
        PATH: process.env.PATH ?? '',
        BOTOLA_ROOT: resolve('.'),
        DATABASE_URL: getDatabaseUrl(database),
        DATA_DIR: folder,
      },
      SECRET_KEY: t.config.SECRET_KEY ?? '',
    },
  })

it('a restore of an older backup brings nothing of an erased person and of a purged team member back', async () => {
  const mark = 'zqrestorexv'
  const person = await t.createPerson({
    firstName: `Fn${mark}`,
    email: `${mark}@family.test`,
    avatar: `${mark}.webp`,
  })
  const owner = await t.createPerson({ firstName: 'Omar' })
  const team = await t.createTeam(owner.id)
  await team.person(`Fn${mark}`, `${mark}@family.test`, '1099990001')
  await team.person(`Removed${mark}`, `removed-${mark}@family.test`, '1099990002')
  await team.person('Huda', 'huda@school.test', '1099990003')
  for (const name of [`Fn${mark}.webp`, `Removed${mark}.webp`, 'Huda.webp'])
    await t.files.put('private', name, Buffer.from('picture'), 'image/webp')
  await t.files.put('users', `${mark}.webp`, Buffer.from('picture'), 'image/webp')

  const file = join(parent, 'before.tar.gz')
  const [source] = await t.rows<{ name: string }>('select current_database() as name')
  await runDatabaseCommand('backup', file, { database: source?.name ?? '', folder: t.folder })
  const erased = await t.ask('POST', getPath('POST /api/admin/users/erasure'), await t.admin(), {
    id: person.id,
    decision: 'erase',
    ground: 'asked',
  })
  expect(erased.statusCode).toBe(200)
  await t.rows(`update team_people set deleted_at = now() - interval '31 days' where name = $1`, [
    `Removed${mark}`,
  ])
  await createDeletedTeamPurgeService(t).purge()

  const fresh = await createTestDatabase({ migrated: false })
  restored.push(fresh)
  const folder = join(parent, 'data')
  cpSync(join(t.folder, 'erasures.log'), join(folder, 'erasures.log'))
  const { stdout } = await runDatabaseCommand('restore', file, { database: fresh.name, folder })
  expect(stdout).toContain('Repeated the erasure of 2 people')
  const { rows } = await fresh.ownerPool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  for (const { name } of rows)
    expect(
      (await fresh.ownerPool.query(`select 1 from ${name} t where t::text ~ $1`, [mark])).rows,
      name,
    ).toEqual([])
  expect(
    readdirSync(join(folder, 'files'), { recursive: true }).filter((name) => String(name).endsWith('.webp')),
  ).toEqual(['private/Huda.webp'])
  const people = await fresh.ownerPool.query('select name from team_people order by name')
  expect(people.rows).toEqual([{ name: 'Huda' }, { name: 'Participant · مشارك' }])
})
