import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { migrateDatabaseAndGrantRights } from '#server/platform/db/migrate.ts'
import { createTestDatabase } from '../support/services/database.ts'

const folder = resolve('server/platform/db/migrations')
const empties: Awaited<ReturnType<typeof createTestDatabase>>[] = []
const empty = async () => {
  const fresh = await createTestDatabase({ migrated: false })
  empties.push(fresh)
  return fresh
}
afterAll(async () => {
  for (const each of empties) await each.drop()
})

const applied = async ({ ownerPool }: Awaited<ReturnType<typeof empty>>) =>
  (await ownerPool.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0]?.n

test('eight processes that start at the same time apply every migration once', async () => {
  const fresh = await empty()
  await Promise.all(Array.from({ length: 8 }, () => migrateDatabaseAndGrantRights(fresh.database, folder)))
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: unknown[]
  }
  expect(await applied(fresh)).toBe(entries.length)
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  expect(await applied(fresh)).toBe(entries.length)
})

test('a failed migration changes nothing, and the next attempt succeeds', async () => {
  const fresh = await empty()
  const broken = mkdtempSync(join(tmpdir(), 'botola-migrations-'))
  cpSync(folder, broken, { recursive: true })
  const journal = JSON.parse(readFileSync(join(broken, 'meta/_journal.json'), 'utf8'))
  journal.entries.push({
    idx: journal.entries.length,
    version: '7',
    when: Date.now(),
    tag: '9999_broken',
    breakpoints: true,
  })
  writeFileSync(join(broken, 'meta/_journal.json'), JSON.stringify(journal))
  writeFileSync(
    join(broken, '9999_broken.sql'),
    'create table half (id int);--> statement-breakpoint\nselect 1/0',
  )
  await expect(migrateDatabaseAndGrantRights(fresh.database, broken)).rejects.toThrow()
  expect(
    (await fresh.ownerPool.query("select to_regclass('half') as half, to_regclass('events') as events")).rows,
  ).toEqual([{ half: null, events: null }])
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  expect((await fresh.ownerPool.query("select to_regclass('events')::text as events")).rows).toEqual([
    { events: 'events' },
  ])
  rmSync(broken, { recursive: true })
})

/** Copies the migrations without the migration `tag` and later ones, or only without later ones. */
const copyMigrationsBefore = (tag: string, { included = false } = {}): string => {
  const copy = mkdtempSync(join(tmpdir(), 'botola-migrations-'))
  cpSync(folder, copy, { recursive: true })
  const journal = JSON.parse(readFileSync(join(copy, 'meta/_journal.json'), 'utf8'))
  journal.entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry: { tag: string }) => entry.tag.endsWith(tag)) + (included ? 1 : 0),
  )
  writeFileSync(join(copy, 'meta/_journal.json'), JSON.stringify(journal))
  return copy
}

test('the tables, functions and triggers of the list engine and of the stored counts are dropped, and all other rows are kept', async () => {
  const fresh = await empty()
  const { ownerPool: pool } = fresh
  const before = copyMigrationsBefore('0009_plain_lists')
  await migrateDatabaseAndGrantRights(fresh.database, before)
  rmSync(before, { recursive: true })
  const insert = (email: string) =>
    pool.query("insert into users (id, first_name, email) values (gen_random_uuid(), 'Mona', $1)", [email])
  await insert('before@school.test')
  await pool.query(`
    with segment as (
      insert into list_segments (list, scope, k1, k2, k3, id, end1, end2, end3, end_id, rows, ids)
      select 'users', id, 0, 0, 0, id, 1, 0, 0, id, 1, uuid_send(id) from users returning seal
    ) insert into list_bits (seal, term, bits) select seal, 'word:mona', '1' from segment`)
  const namesOf = async () => {
    const { rows } = await pool.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace and prolang = (select oid from pg_language where lanname = 'plpgsql')
      union all select tgname from pg_trigger where not tgisinternal`)
    return rows.map(({ name }) => name)
  }
  const engine =
    /^list_|^totals$|^(count|note)_(users|downloads|messages|audit_log|teams|score_entries)$|_(counted|noted)$/
  const namesBefore = await namesOf()
  expect(namesBefore.filter((name) => engine.test(name))).toHaveLength(5 + 10 + 30)
  const after = copyMigrationsBefore('0009_plain_lists', { included: true })
  await migrateDatabaseAndGrantRights(fresh.database, after)
  rmSync(after, { recursive: true })
  expect((await namesOf()).toSorted()).toEqual(namesBefore.filter((name) => !engine.test(name)).toSorted())
  await insert('after@school.test')
  expect((await pool.query('select email from users order by email')).rows).toEqual([
    { email: 'after@school.test' },
    { email: 'before@school.test' },
  ])
})

test('a database of a newer version is not changed', async () => {
  const fresh = await empty()
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  await fresh.ownerPool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', $1)",
    [Date.UTC(2100, 0)],
  )
  await expect(migrateDatabaseAndGrantRights(fresh.database, folder)).rejects.toThrow(
    'The database was made by a newer version of Botola: use that version.',
  )
})

test('the error for an owner who may not create pg_trgm, as with some hosting providers, names the command for an administrator', async () => {
  const fresh = await empty()
  const { ownerPool: pool } = fresh
  const role = `plain_${fresh.name}`
  await pool.query(`create role ${role} login; grant create on database ${fresh.name} to ${role}`)
  await pool.query(`
    create function refuse_extensions() returns event_trigger language plpgsql as
      $$ begin raise exception 'permission denied to create extension' using errcode = 'insufficient_privilege'; end $$;
    create event trigger refuse_extensions on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse_extensions()`)
  const connection = { ...inject('cluster'), database: fresh.name, user: role }
  await expect(
    migrateDatabaseAndGrantRights({ connection, ownerConnection: connection }, folder),
  ).rejects.toThrow(
    /^The database lacks the extension pg_trgm [^:]*: have an administrator run "create extension pg_trgm" in it\.$/,
  )
  await pool.query(`drop owned by ${role}; drop role ${role}`)
})

test('entries of the audit log about people lose their names and values, and removed scores move to their own table', async () => {
  const fresh = await empty()
  const { ownerPool: pool } = fresh
  const before = copyMigrationsBefore('personal_audit')
  await migrateDatabaseAndGrantRights(fresh.database, before)
  rmSync(before, { recursive: true })
  const event = '01890000-0000-7000-8000-000000000001'
  await pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values ($1, 'gates', 'Gates', 'بوابات', 'd', 'd')`,
    [event],
  )
  const insert = (
    action: string,
    entity: string,
    entityId: string,
    label: string,
    beforeValue: unknown,
    afterValue: unknown,
  ) =>
    pool.query(
      `insert into audit_log (id, action, entity, entity_id, actor_name, label, before, after) values (gen_random_uuid(), $1, $2, $3, 'Mona Saleh', $4, $5, $6) returning id`,
      [action, entity, entityId, label, JSON.stringify(beforeValue), JSON.stringify(afterValue)],
    )
  await insert(
    'update',
    'user',
    'u1',
    'Mona',
    { email: 'mona@x.test', phone: null, active: true },
    { email: 'm@x.test', phone: '+966', active: false },
  )
  await insert('export', 'user', 'all', '', null, { search: 'mona@x.test' })
  await insert('update', 'faq', 'f1', 'How?', { answerEn: 'Ten' }, { answerEn: 'Twenty' })
  const record = {
    event,
    entry: { playerName: 'Mona', participantKey: 'guest:mona@x.test' },
    attempts: [{ score: 1 }],
  }
  const removal = await insert('delete', 'score', 's1', 'Mona', record, null)
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  const { rows } = await pool.query(
    'select entity_id, actor_name, label, before, after, changed_fields from audit_log order by entity_id',
  )
  expect(rows).toEqual([
    { entity_id: 'all', actor_name: '•••', label: '', before: null, after: null, changed_fields: ['search'] },
    {
      entity_id: 'f1',
      actor_name: 'Mona Saleh',
      label: 'How?',
      before: { answerEn: 'Ten' },
      after: { answerEn: 'Twenty' },
      changed_fields: [],
    },
    {
      entity_id: 's1',
      actor_name: 'Mona Saleh',
      label: '',
      before: { event },
      after: null,
      changed_fields: ['attempts', 'entry'],
    },
    {
      entity_id: 'u1',
      actor_name: '•••',
      label: '',
      before: { active: true },
      after: { active: false },
      changed_fields: ['email', 'phone'],
    },
  ])
  expect((await pool.query('select id, record from removed_scores')).rows).toEqual([
    { id: removal.rows[0]?.id, record },
  ])
})

test('a live event stays live, and others follow their dates', async () => {
  const fresh = await empty()
  const before = copyMigrationsBefore('_live_mode')
  await migrateDatabaseAndGrantRights(fresh.database, before)
  rmSync(before, { recursive: true })
  await fresh.ownerPool.query(`insert into events (id, slug, title_en, title_ar, description_en, description_ar, live)
    values (gen_random_uuid(), 'on', 'a', 'b', 'c', 'd', true), (gen_random_uuid(), 'dated', 'a', 'b', 'c', 'd', false)`)
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  const { rows } = await fresh.ownerPool.query('select slug, live_mode from events order by slug')
  expect(rows).toEqual([
    { slug: 'dated', live_mode: 'by-date' },
    { slug: 'on', live_mode: 'on' },
  ])
})

test('the webhook of the score log leaves the settings, and its waiting requests are dropped', async () => {
  const fresh = await empty()
  const { ownerPool: pool } = fresh
  const before = copyMigrationsBefore('drop_score_log_webhook')
  await migrateDatabaseAndGrantRights(fresh.database, before)
  rmSync(before, { recursive: true })
  const setting = { title: { en: 'Botola', ar: 'بطولة' }, scoreLogEmail: 'jury@school.test' }
  await pool.query("insert into settings (site_name, value) values ('botola', $1)", [
    JSON.stringify({ ...setting, scoreLogWebhook: 'https://jury.example/hook' }),
  ])
  for (const queue of ['score-log-webhook', 'mail']) {
    await pool.query('select pgboss.create_queue($1, $2)', [queue, { policy: 'standard' }])
    await pool.query('insert into pgboss.job (name, data) values ($1, $2)', [queue, { head: 1 }])
  }
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  expect((await pool.query('select value from settings')).rows).toEqual([{ value: setting }])
  for (const table of ['queue', 'job'])
    expect((await pool.query(`select name from pgboss.${table} where name !~ '^__'`)).rows).toEqual([
      { name: 'mail' },
    ])
})

test('attempts that were corrected before get the time of their last correction from the score log, frozen ones that of before the freeze', async () => {
  const fresh = await empty()
  const { ownerPool: pool } = fresh
  const before = copyMigrationsBefore('schedule_and_corrections')
  await migrateDatabaseAndGrantRights(fresh.database, before)
  rmSync(before, { recursive: true })
  const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
  await pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar) values ($1, 'gates', 'Gates', 'بوابات', 'd', 'd')`,
    [id(1)],
  )
  await pool.query(
    `insert into ranking_freezes (event_id, freeze_at, frozen_at) values ($1, '2026-11-01T12:00Z', '2026-11-01T12:00Z')`,
    [id(1)],
  )
  for (const prefix of ['', 'frozen_']) {
    await pool.query(
      `insert into ${prefix}score_entries (id, event_id, participant_key) values ($1, $2, 'guest:sara')`,
      [id(2), id(1)],
    )
    await pool.query(
      `insert into ${prefix}score_attempts (id, entry_id, score, time_ms) select id, $1, 1, 1 from unnest($2::uuid[]) as new(id)`,
      [id(2), [id(3), id(4)]],
    )
  }
  for (const [sequence, kind, time] of [
    [1, 'add', '2026-11-01T09:00Z'],
    [2, 'correct', '2026-11-01T10:00Z'],
    [3, 'correct', '2026-11-01T11:00Z'],
    [4, 'correct', '2026-11-01T13:00Z'],
  ])
    await pool.query(
      `insert into score_log (event_id, sequence, kind, entry_id, attempt_id, source, time, previous_hash, hash) values ($1, $2, $3, $4, $5, 'admin', $6, '', '')`,
      [id(1), sequence, kind, id(2), id(3), time],
    )
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  const readTimes = async (table: string) =>
    (await pool.query(`select corrected_at from ${table} order by id`)).rows.map((row) => row.corrected_at)
  expect(await readTimes('score_attempts')).toEqual([new Date('2026-11-01T13:00Z'), null])
  expect(await readTimes('frozen_score_attempts')).toEqual([new Date('2026-11-01T11:00Z'), null])
})

test('slots get the time until the next slot of their table as length, from 1 to 5 minutes, and events with slots count as published', async () => {
  const fresh = await empty()
  const { ownerPool: pool } = fresh
  const before = copyMigrationsBefore('public_schedules')
  await migrateDatabaseAndGrantRights(fresh.database, before)
  rmSync(before, { recursive: true })
  await pool.query(`
    insert into events (id, slug, title_en, title_ar, description_en, description_ar)
      values (gen_random_uuid(), 'with', 'a', 'b', 'c', 'd'), (gen_random_uuid(), 'without', 'a', 'b', 'c', 'd');
    insert into season_years (id, year, name_en, name_ar, active) values (gen_random_uuid(), 2026, 'a', 'b', true);
    insert into competitions (id, slug, name_en, name_ar) values (gen_random_uuid(), 'rally', 'a', 'b');
    insert into teams (id, competition_id, team_no, name, school) select gen_random_uuid(), id, 1, 'Falcons', '' from competitions limit 1;
    insert into schedule_slots (id, event_id, team_id, round, table_name, starts_at)
      select gen_random_uuid(), e.id, t.id, 1, table_name, '2026-12-05'::timestamptz + seconds * interval '1 second'
      from events e, teams t, (values ('A1', 0), ('A1', 180), ('a١', 210), ('A1', 210), ('A1', 330), ('A1', 3600), ('B', 0)) slots (table_name, seconds)
      where e.slug = 'with'`)
  await migrateDatabaseAndGrantRights(fresh.database, folder)
  const { rows } =
    await pool.query(`select table_name, extract(epoch from starts_at - '2026-12-05'::timestamptz)::int as seconds, duration_minutes
    from schedule_slots order by starts_at, table_name collate "C"`)
  expect(
    rows.map(({ table_name, seconds, duration_minutes }) => [table_name, seconds, duration_minutes]),
  ).toEqual([
    ['A1', 0, 3],
    ['B', 0, 5],
    ['A1', 180, 1],
    ['A1', 210, 2],
    ['a١', 210, 2],
    ['A1', 330, 5],
    ['A1', 3600, 5],
  ])
  const published = await pool.query(
    'select slug, published_by from published_schedules join events on events.id = event_id',
  )
  expect(published.rows).toEqual([{ slug: 'with', published_by: null }])
})
