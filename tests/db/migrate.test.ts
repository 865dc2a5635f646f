import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { freshDatabase } from '../support/database.ts'

const folder = resolve('server/db/migrations')
const empties: Awaited<ReturnType<typeof freshDatabase>>[] = []
const empty = async () => {
  const fresh = await freshDatabase({ migrated: false })
  empties.push(fresh)
  return fresh
}
afterAll(async () => {
  for (const each of empties) await each.drop()
})

const applied = async ({ database }: Awaited<ReturnType<typeof empty>>) =>
  (await database.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0]?.n

test('eight processes at once: every migration is applied once', async () => {
  const fresh = await empty()
  await Promise.all(Array.from({ length: 8 }, () => migrate(fresh.database, folder)))
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] }
  expect(await applied(fresh)).toBe(entries.length)
  await migrate(fresh.database, folder)
  expect(await applied(fresh)).toBe(entries.length)
})

test('a migration that fails leaves nothing, and the next try works', async () => {
  const fresh = await empty()
  const broken = mkdtempSync(join(tmpdir(), 'botola-migrations-'))
  cpSync(folder, broken, { recursive: true })
  const journal = JSON.parse(readFileSync(join(broken, 'meta/_journal.json'), 'utf8'))
  journal.entries.push({ idx: journal.entries.length, version: '7', when: Date.now(), tag: '9999_broken', breakpoints: true })
  writeFileSync(join(broken, 'meta/_journal.json'), JSON.stringify(journal))
  writeFileSync(join(broken, '9999_broken.sql'), 'create table half (id int);--> statement-breakpoint\nselect 1/0')
  await expect(migrate(fresh.database, broken)).rejects.toThrow()
  expect((await fresh.database.pool.query("select to_regclass('half') as half, to_regclass('events') as events")).rows).toEqual([
    { half: null, events: null },
  ])
  await migrate(fresh.database, folder)
  expect((await fresh.database.pool.query("select to_regclass('events')::text as events")).rows).toEqual([{ events: 'events' }])
  rmSync(broken, { recursive: true })
})

test('a database of a newer version is not touched', async () => {
  const fresh = await empty()
  await migrate(fresh.database, folder)
  await fresh.database.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', $1)", [
    Date.UTC(2100, 0),
  ])
  await expect(migrate(fresh.database, folder)).rejects.toThrow('The database was made by a newer version of Botola: use that version.')
})

test('a user who may not make pg_trgm is told what an administrator has to do', async () => {
  const fresh = await empty()
  const { pool } = fresh.database
  const role = `plain_${fresh.name}`
  await pool.query(`create role ${role} login`)
  const plain = new pg.Pool({ ...inject('cluster'), database: fresh.name, user: role, max: 1 })
  await expect(migrate({ pool: plain }, folder)).rejects.toThrow(
    /lacks the extension pg_trgm .* have an administrator run "create extension pg_trgm"/,
  )
  await plain.end()
  await pool.query(`drop role ${role}`)
})
