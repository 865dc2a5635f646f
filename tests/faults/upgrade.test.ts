import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listTablesByDependency } from '#server/platform/db/backup/tables.ts'
import { readAppliedMigrationTimestamps } from '#server/platform/db/migrate.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import {
  fixtureAdmin,
  fixtureCoach,
  fixtureTeam,
  guestFixture,
  releaseFixtureFolder,
} from '../support/data/release-fixtures.ts'
import { isNightly } from '../support/nightly.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import type { TestDatabase } from '../support/services/database.ts'
import { getProgram } from '../support/services/program.ts'
import {
  buildReleaseSettings,
  createReleaseDatabase,
  fixtureSecrets,
  migrationTimestamps,
  startReleaseUpgrade,
  verifyReleaseResults,
} from '../support/services/release-database.ts'
import { startScript } from './processes.ts'

const thisUser = { name: 'this user', ids: undefined }
const folder = createDataFolder()
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const each of databases) await each.drop()
  folder.remove()
})

const loadRelease = async (name: string): Promise<TestDatabase> => {
  const loaded = await createReleaseDatabase(name, folder.path)
  databases.push(loaded)
  return loaded
}
const startUpgrade = (database: TestDatabase) => startReleaseUpgrade(database, folder.path)
const finishUpgrade = async (database: TestDatabase) => {
  expect(await startUpgrade(database).ended).toEqual({ code: 0, signal: null, errors: '' })
  expect(await readAppliedMigrationTimestamps(database.ownerPool)).toEqual(migrationTimestamps)
}

type Rows = Record<string, unknown>[]
/** Reads all rows of all tables. */
const readTables = async ({ ownerPool }: TestDatabase): Promise<Record<string, Rows>> => {
  const tables: Record<string, Rows> = {}
  for (const { name } of await listTablesByDependency(ownerPool))
    tables[name] = (await ownerPool.query(`select * from public.${name} t order by t::text collate "C"`)).rows
  return tables
}
/** Lets the guardians of the members of the fixture's team refuse, who are made minors. */
const refuseAllMembers = async ({ ownerPool }: TestDatabase): Promise<void> => {
  const { rows } = await ownerPool.query(
    `with minors as (update team_people set birth_date = current_date - interval '12 years'
        where kind = 'member' and team_id = (select id from teams where name = $1) returning id)
      insert into guardian_confirmations (person_id, state, method, text_version)
        select id, 'refused', 'paper', '2026-11-24' from minors returning person_id`,
    [fixtureTeam.name],
  )
  expect(rows).not.toEqual([])
}
const hasGuardianConfirmations = async ({ ownerPool }: TestDatabase): Promise<boolean> => {
  const { rows } = await ownerPool.query(
    "select to_regclass('public.guardian_confirmations') is not null as found",
  )
  return rows[0].found
}
/** Returns the ids of the teams that have too few members without those whose guardians refuse. */
const listIncompleteTeamIds = async ({ ownerPool }: TestDatabase): Promise<Set<unknown>> => {
  const { rows } = await ownerPool.query(
    `select t.id from teams t join competitions c on c.id = t.competition_id
     join team_people p on p.team_id = t.id and p.kind = 'member' and p.deleted_at is null
     left join guardian_confirmations g on g.person_id = p.id and g.state = 'refused' and p.birth_date > current_date - interval '18 years'
     group by t.id, c.min_members having count(g) > 0 and count(*) - count(g) < c.min_members`,
  )
  return new Set(rows.map(({ id }) => id))
}
const sortValues = (rows: Rows, column: string) => rows.map((row) => JSON.stringify(row[column]) ?? '').sort()

/** Tables and columns whose contents a migration changed on purpose. */
const droppedTables = ['list_segments', 'list_bits', 'list_changes', 'list_terms', 'totals', 'news_opt_outs']
const changedColumns: Record<string, readonly string[]> = {
  // the search form has line ends between its fields
  ...Object.fromEntries(
    [
      'users',
      'events',
      'faqs',
      'organizers',
      'teams',
      'score_entries',
      'partners',
      'messages',
      'downloads',
    ].map((table) => [table, ['search']]),
  ),
  // dates without times, and three modes of the live badge
  events: ['search', 'start_date', 'end_date', 'live'],
  // the completion of the score logs
  score_log_heads: ['sequence', 'hash'],
  // entries about people have no names and values
  audit_log: ['search', 'actor_name', 'label', 'before', 'after'],
  settings: ['value'],
}

/**
 * Columns with random values and the current time, which differ between two upgrades. `results:verify` checks
 * the hashes of the score log.
 */
const unrepeatableColumns: Record<string, readonly string[]> = {
  season_years: ['id', 'created_at', 'updated_at'],
  teams: ['status_at', 'season_year_id'],
  payments: ['season_year_id'],
  events: ['season_year_id'],
  score_entries: ['participant_salt'],
  judge_sheets: ['salt'],
  score_log: ['after', 'time', 'previous_hash', 'hash'],
  score_log_heads: ['hash'],
}

/**
 * Expects that logs have all rows of before, and after them only those that the upgrade adds: once a row
 * `complete` in each log that `isIncomplete`, and the existing records.
 */
const expectLogsToBegin = (rows: Rows, before: Rows, { isIncomplete }: { isIncomplete: boolean }) => {
  const toKey = (row: Rows[number]) => `${row.event_id} ${row.sequence}`
  const found = new Map(rows.map((row) => [toKey(row), row]))
  for (const row of before) expect(found.get(toKey(row))).toEqual(row)
  const known = new Set(before.map(toKey))
  const added = rows.filter((row) => !known.has(toKey(row)))
  const logs = new Set(isIncomplete ? before.map(({ event_id: eventId }) => eventId) : [])
  const completed = added.filter(({ kind }) => kind === 'complete')
  expect(new Set(completed.map(({ event_id: eventId }) => eventId))).toEqual(logs)
  expect(completed).toHaveLength(logs.size)
  for (const { kind, source } of added)
    expect([kind, source]).toEqual([expect.stringMatching(/^(complete|initial)$/), 'system'])
}

const files = readdirSync(releaseFixtureFolder)

test('the databases of releases take at most 1 MB', () => {
  const sizes = files.map((name) => readFileSync(resolve(releaseFixtureFolder, name)).length)
  expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThanOrEqual(1024 * 1024)
})

// the nightly run also upgrades the databases of versions before 1.0.0
const releases = isNightly ? files.filter((name) => !name.startsWith(guestFixture)) : ['1.0.0.backup']

describe.each(releases)('the database of %s', (name) => {
  const isBefore110 = !/^1\.[1-9]/.test(name)
  let upgraded: TestDatabase
  test('keeps its rows and values in an upgrade', async () => {
    upgraded = await loadRelease(name)
    // versions before 1.0.0 have no confirmations of guardians; since 1.1.0 a refusal itself counts the members again
    const hasRefusals = isBefore110 && (await hasGuardianConfirmations(upgraded))
    if (hasRefusals) await refuseAllMembers(upgraded)
    const before = await readTables(upgraded)
    if (hasRefusals) {
      // minors whose guardian refuses do not count
      const incomplete = await listIncompleteTeamIds(upgraded)
      for (const row of before.teams ?? []) if (incomplete.has(row.id)) row.complete = false
      expect(before.teams?.find(({ name: team }) => team === fixtureTeam.name)?.complete).toBe(false)
    }
    await finishUpgrade(upgraded)
    const after = await readTables(upgraded)
    expect(before.users?.length).toBeGreaterThan(300)
    expect(before.score_attempts?.length).toBeGreaterThan(500)
    for (const [table, rows] of Object.entries(before)) {
      const kept = after[table]
      if (!kept) {
        expect(droppedTables, table).toContain(table)
        continue
      }
      if (table === 'score_log') {
        expectLogsToBegin(kept, rows, { isIncomplete: isBefore110 })
        continue
      }
      expect(kept.length, `rows of ${table}`).toBe(rows.length)
      for (const column of Object.keys(rows[0] ?? {}))
        if (!changedColumns[table]?.includes(column) && column in (kept[0] ?? {}))
          expect(sortValues(kept, column), `${table}.${column}`).toEqual(sortValues(rows, column))
    }
  }, 120_000)

  test('has readable encrypted values after an upgrade', async () => {
    const encryption = createFieldEncryption(fixtureSecrets)
    const readId = async (table: 'users' | 'team_people', column: string, value: string) => {
      const { rows } = await upgraded.ownerPool.query(
        `select id, national_id from ${table} where ${column} = $1`,
        [value],
      )
      return encryption.decrypt(rows[0].national_id, `${table}.national_id`, rows[0].id)
    }
    expect(await readId('users', 'email', fixtureCoach.email)).toBe(fixtureCoach.nationalId)
    for (const [member, nationalId] of Object.entries(fixtureTeam.members))
      expect(await readId('team_people', 'name', member)).toBe(nationalId)
  })

  test('has results without problems after an upgrade', async () => {
    expect(await verifyReleaseResults(upgraded, folder.path)).toMatch(/[1-9] events checked: no problems\./)
  }, 60_000)

  // `npm test` builds the pages before
  test.skipIf(!existsSync('build/server/index.js'))(
    'serves the pages, and lets users of before sign in, after an upgrade',
    async () => {
      const server = startScript(getProgram('main'), buildReleaseSettings(upgraded, folder.path), thisUser)
      try {
        const address = (await server.line('Botola is at')).replace('Botola is at ', '')
        const { rows } = await upgraded.ownerPool.query(
          "select slug, title_en from events where slug in ('desert-rally', 'warehouse-sprint')",
        )
        for (const { slug, title_en } of rows) {
          const page = await fetch(`${address}/events/${slug}`)
          expect([slug, page.status]).toEqual([slug, 200])
          expect(await page.text()).toContain(title_en)
        }
        for (const path of [
          '/',
          '/events',
          '/events/grand-final',
          '/competitions',
          '/support',
          '/?lang=ar',
          '/admin/auth/signin/',
          '/login',
          '/judge/',
          '/readyz',
        ])
          expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200])
        const signIn = async (national_id: string, password: string, type?: number) => {
          const body = JSON.stringify({ national_id, password, ...(type ? { type } : {}) })
          const reply = await fetch(`${address}/api/adduser`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
          return reply.headers.get('authorization') ?? ''
        }
        const get = async (path: string, authorization: string) =>
          (await fetch(`${address}${path}`, { headers: { authorization } })).json()
        const coach = await signIn(fixtureCoach.email, fixtureCoach.password)
        const { teams } = await get('/api/teams', coach)
        expect(teams).toEqual([expect.objectContaining({ name: fixtureTeam.name })])
        const admin = await signIn(fixtureAdmin.email, fixtureAdmin.password, 4)
        expect(await get('/api/admin/users?page=1', admin)).toMatchObject({ success: true })
      } finally {
        await server.stop()
      }
    },
    60_000,
  )
})

/**
 * The steps of an upgrade of 213f71c, each with a lock at which the upgrading process stops, and the number
 * of migrations that are applied then.
 */
const steps: { step: string; lock: string; applied: number }[] = [
  { step: 'a migration near the beginning', lock: 'lock table sessions in access share mode', applied: 8 },
  { step: 'a migration near the end', lock: 'lock table score_attempts in access share mode', applied: 8 },
  { step: 'the tables of the job queue', lock: 'create schema pgboss', applied: migrationTimestamps.length },
  {
    step: 'the copy of the attempts to the score log',
    lock: 'select pg_advisory_xact_lock(7012026010)',
    applied: migrationTimestamps.length,
  },
  {
    step: 'the completion of the score log of an event',
    lock: 'select from events where id = (select max(event_id::text)::uuid from score_entries) for update',
    applied: migrationTimestamps.length,
  },
]

test.runIf(isNightly)(
  'an upgrade that is killed at each of its steps gives the same result as one without interruption',
  async () => {
    const [whole, killed] = [await loadRelease('213f71c.sql.br'), await loadRelease('213f71c.sql.br')]
    const holder = await killed.ownerPool.connect()
    const countConnections = async (condition: string) =>
      (
        await killed.ownerPool.query(
          `select count(*)::int as n from pg_stat_activity where datname = $1 and application_name ^@ 'botola' and ${condition}`,
          [killed.name],
        )
      ).rows[0].n
    try {
      for (const { step, lock, applied } of steps) {
        await holder.query(`begin; ${lock}`)
        const upgrade = startUpgrade(killed)
        await expect
          .poll(() => Promise.race([countConnections("wait_event_type = 'Lock'"), upgrade.ended]), {
            timeout: 30_000,
            message: step,
          })
          .toBe(1)
        await upgrade.kill()
        await holder.query('rollback')
        await expect.poll(() => countConnections('true'), { timeout: 30_000, message: step }).toBe(0)
        expect((await readAppliedMigrationTimestamps(killed.ownerPool)).length, step).toBe(applied)
      }
    } finally {
      holder.release(true)
    }
    const { rows: pendingSteps } = await killed.ownerPool.query(
      "select step from first_start_steps where step ^@ 'score-log'",
    )
    expect(pendingSteps).toEqual([{ step: 'score-log-participants' }])
    await Promise.all([finishUpgrade(whole), finishUpgrade(killed)])
    const [expected, found] = [await readTables(whole), await readTables(killed)]
    expect(Object.keys(found)).toEqual(Object.keys(expected))
    for (const [table, rows] of Object.entries(expected)) {
      const other = found[table] ?? []
      expect(other.length, `rows of ${table}`).toBe(rows.length)
      for (const column of Object.keys(rows[0] ?? {}))
        if (!unrepeatableColumns[table]?.includes(column))
          expect(sortValues(other, column), `${table}.${column}`).toEqual(sortValues(rows, column))
    }
    expect(await verifyReleaseResults(killed, folder.path)).toContain('7 events checked: no problems.')
  },
  180_000,
)
