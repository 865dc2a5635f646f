import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { listTablesByDependency } from '#server/db/backup/tables.ts'
import { createArchiveWriter, writeBackup } from '#server/db/backup/write-backup.ts'
import { StartError } from '#server/db/errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { connectDatabase, type Database } from '#server/db/open.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { createFileStore } from '#server/lib/files.ts'
import { silentLog, startCluster } from '../support/services/cluster.ts'
import { canMountDisk, mountSmallDisk } from '../support/services/small-disk.ts'

const secret = 'a key for tests only, thirty-two characters and more'
const secrets = { SECRET_KEY: secret, SECRET_KEY_OLD: [] }
const folder = mkdtempSync(join(tmpdir(), 'botola-transfer-'))
const file = join(folder, 'whole.tar.gz')
const storeAt = (name: string) => ({
  root: join(folder, name, 'files'),
  files: createFileStore({ DATA_DIR: join(folder, name), STORAGE_URL: undefined }),
})

const clusters: Awaited<ReturnType<typeof startCluster>>[] = []
const databases: Database[] = []
let source: Database

/** Creates an empty migrated database on a cluster. */
const createEmptyDatabase = async (cluster: (typeof clusters)[number]) => {
  const name = `t_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  await admin.end()
  const database = connectDatabase({ ...cluster.connection, database: name }, { log: silentLog })
  databases.push(database)
  await migrate(database, resolve('server/db/migrations'))
  return database
}

/** Inserts rows that COPY could damage: quotes, tabs, backslashes, line ends, Arabic, arrays, JSON, nulls, dates, more than one chunk. */
const insertSpecialRows = async ({ pool, connection }: Database) => {
  const nasty = 'a\tb\\N \\. \r\n"quoted" \'one\' أهلًا 🤖 \u200f'
  const event = randomUUID()
  await pool.query(
    `insert into events (id, slug, title_en, title_ar, description_en, description_ar, tags, start_date)
     values ($1, 'one', $2, 'بطولة', '\\N', $2, $3, 'infinity')`,
    [event, nasty, [nasty, '', 'NULL', '{}', 'روبوت']],
  )
  await pool.query("insert into settings (site_name, value) values ('botola', $1)", [
    JSON.stringify({ text: nasty, deep: [1.5, null, true] }),
  ])
  await pool.query(
    `insert into users (id, first_name, last_name, email, birth_date, guardian, totp_step)
     select gen_random_uuid(), 'لاعب ' || n, $1, 'p' || n || '@botola.test', date '2010-01-01' + n, case when n % 2 = 0 then '{"a": "ب"}'::jsonb end, n * 10000000000
     from generate_series(1, 300) n`,
    [nasty],
  )
  await pool.query(
    `insert into score_entries (id, event_id, participant_key, user_id, player_name, score, time_ms, total_score, reached_at)
     select gen_random_uuid(), $1, 'k' || n, (select id from users where email = 'p' || (1 + n % 300) || '@botola.test'), $2 || n, n / 7.0, n, n / 3.0, now() - n * interval '1.234 s'
     from generate_series(1, 20000) n`,
    [event, nasty],
  )
  const boss = new PgBoss({ ...(connection as object), schedule: false, supervise: false })
  await boss.start()
  await boss.createQueue('mail', { retryLimit: 7 })
  await boss.send('mail', { to: 'a@botola.test', subject: nasty }, { startAfter: 3600, priority: 4 })
  await boss.send('mail', { to: 'b@botola.test' })
  await boss.createQueue('purge-users')
  await boss.schedule('purge-users', '15 1 * * *')
  await boss.send('purge-users', {})
  await boss.stop({ graceful: false })
}

/** Returns a hash of all rows of each table, generated columns included. */
const hashTables = async ({ pool }: Database) => {
  const client = await pool.connect()
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'")
  const prints: Record<string, unknown> = {}
  for (const { name } of await listTablesByDependency(client))
    prints[name] = (
      await client.query(`select count(*), md5(string_agg(t::text, '|' order by t::text collate "C")) from ${name} t`)
    ).rows[0]
  client.release()
  return prints
}
const jobsOf = async ({ pool }: Database) =>
  (await pool.query('select id, name, data, priority, retry_limit, start_after from pgboss.job order by id')).rows
const isEmpty = async (database: Database) =>
  Object.values(await hashTables(database)).every((print) => (print as { count: string }).count === '0')

const other = existsSync('/usr/lib/postgresql/15/bin/postgres')

beforeAll(async () => {
  clusters.push(await startCluster(''))
  if (other) clusters.push(await startCluster('15'))
  const [cluster] = clusters
  if (!cluster) throw new Error('no cluster')
  source = await createEmptyDatabase(cluster)
  await insertSpecialRows(source)
  const { files } = storeAt('source')
  await files.put('events', 'cover.webp', Buffer.from('not really a picture'), 'image/webp')
  await files.put('private', 'empty.pdf', Buffer.alloc(0), 'application/pdf')
  await files.put('site', 'story.mp4', Buffer.alloc(3_000_001, 7), 'video/mp4')
  await writeBackup(file, source, { secret, files: storeAt('source').root })
}, 120_000)

afterAll(async () => {
  for (const database of databases) await database.close()
  for (const cluster of clusters) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('only its owner can read the file, and no temporary file is left', () => {
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a backup that cannot be written is one sentence and leaves nothing', async () => {
  const write = (path: string) => writeBackup(path, source, { secret, files: storeAt('source').root })
  const expectRefused = async (path: string, reason: string) =>
    expect(await write(path).catch((error: unknown) => error)).toEqual(new StartError(`The backup ${path} cannot be written: ${reason}.`))
  await expectRefused(join(folder, 'nowhere', 'whole.tar.gz'), 'the folder does not exist')
  await expectRefused(join(file, 'whole.tar.gz'), 'the folder does not exist')
  await expectRefused(folder, 'it is a folder')
  expect(existsSync(`${folder}.part`)).toBe(false)
  if (!canMountDisk) return
  const place = join(folder, 'small')
  const disk = mountSmallDisk(place, 1)
  try {
    disk.fill(64 * 1024)
    await expectRefused(join(place, 'whole.tar.gz'), 'the disk is full')
    expect(readdirSync(place)).toEqual(['filler'])
  } finally {
    disk.unmount()
  }
}, 60_000)

test('a backup during writes contains a snapshot of all rows', async () => {
  const [cluster] = clusters
  if (!cluster) throw new Error('no cluster')
  const busy = await createEmptyDatabase(cluster)
  let written = 0
  let isWriting = true
  const writer = (async () => {
    while (isWriting) {
      await busy.pool.query('insert into receipt_numbers (year, last) values ($1, $1)', [written + 1])
      written++
    }
  })()
  while (written < 200) await new Promise(setImmediate)
  const before = written
  const backup = join(folder, 'busy.tar.gz')
  await writeBackup(backup, busy, { secret, files: undefined })
  isWriting = false
  await writer
  expect(written).toBeGreaterThan(before)

  const restored = await createEmptyDatabase(cluster)
  await restoreBackup(backup, restored, { secrets, files: storeAt('busy').files })
  const { rows } = await restored.pool.query('select count(*)::int as rows, max(year)::int as newest from receipt_numbers')
  expect(rows[0].rows).toBeGreaterThanOrEqual(before)
  expect(rows[0].rows).toBe(rows[0].newest)
  await restored.pool.query('insert into receipt_numbers (year) values (0)')
}, 60_000)

describe.skipIf(!other)('between PostgreSQL 18 and 15, in both directions', () => {
  test('no data is lost in either direction', async () => {
    const [eighteen, fifteen] = clusters
    if (!eighteen || !fifteen) throw new Error('two clusters are needed')
    const older = await createEmptyDatabase(fifteen)
    const there = storeAt('there')
    const moved = await restoreBackup(file, older, { secrets, files: there.files })
    expect(moved).toMatchObject({ files: 3, jobs: 2 })
    expect(await hashTables(older)).toEqual(await hashTables(source))
    // The backup has no recurring jobs: the other installation schedules its own.
    const mails = (await jobsOf(source)).filter(({ name }) => name === 'mail')
    expect(mails).toHaveLength(2)
    expect(await jobsOf(older)).toEqual(mails)
    expect(readFileSync(join(there.root, 'site/story.mp4')).equals(Buffer.alloc(3_000_001, 7))).toBe(true)

    const back = join(folder, 'back.tar.gz')
    await writeBackup(back, older, { secret, files: there.root })
    const newer = await createEmptyDatabase(eighteen)
    const again = storeAt('again')
    await restoreBackup(back, newer, { secrets, files: again.files })
    expect(await hashTables(newer)).toEqual(await hashTables(source))
    expect(await jobsOf(newer)).toEqual(mails)
    expect(readFileSync(join(again.root, 'private/empty.pdf')).length).toBe(0)
  }, 60_000)
})

describe('a restore is complete or changes nothing', () => {
  let target: Database
  beforeAll(async () => {
    const [cluster] = clusters
    if (cluster) target = await createEmptyDatabase(cluster)
  })
  const refused = async (path: string, sentence: RegExp, key = secret) => {
    const { files, root } = storeAt('refused')
    await expect(restoreBackup(path, target, { secrets: { SECRET_KEY: key, SECRET_KEY_OLD: [] }, files })).rejects.toThrow(sentence)
    expect(await isEmpty(target)).toBe(true)
    for (const kind of existsSync(root) ? readdirSync(root) : []) expect(readdirSync(join(root, kind))).toEqual([])
  }

  test('a truncated file is rejected', async () => {
    const bytes = readFileSync(file)
    const cut = join(folder, 'cut.tar.gz')
    for (const share of [0, 0.001, 0.3, 0.9, 0.9999]) {
      writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * share)))
      await refused(cut, /cut\.tar\.gz cannot be restored: the file ends too early\.$/)
    }
  }, 60_000)

  test('a damaged file is rejected', async () => {
    const bytes = readFileSync(file)
    const damaged = join(folder, 'damaged.tar.gz')
    for (const share of [0.2, 0.6, 0.95]) {
      const at = Math.floor(bytes.length * share)
      // longer than what means nothing in the file's format (a time stamp in a header)
      const copy = Buffer.from(bytes)
      for (let i = at; i < at + 32; i++) copy[i] = (copy[i] ?? 0) ^ 0x10
      writeFileSync(damaged, copy)
      await refused(
        damaged,
        /damaged\.tar\.gz cannot be restored: (the file is damaged|the file ends too early|the table \S+ is incomplete|the file \S+ is incomplete|it .*)\.$/,
      )
    }
  }, 60_000)

  test('another key, a missing file and another kind of file are rejected', async () => {
    await refused(file, /SECRET_KEY/, 'another key of thirty-two characters or more')
    await refused(join(folder, 'nowhere.tar.gz'), /cannot be restored: there is no such file\.$/)
    await refused(folder, /cannot be restored: it is a folder\.$/)
    await refused(resolve('package.json'), /cannot be restored: it is not a backup of Botola\.$/)
  })

  test('a copy that an earlier version made of the embedded server is called what it is', async () => {
    const former = join(folder, 'former.tar.gz')
    const archive = createArchiveWriter(former)
    await archive.add('botola-backup.json', '{}')
    await archive.close()
    await refused(former, /cannot be restored: it was made by an older version of Botola, with which it can be restored\.$/)
  })

  test('a backup is restored when its key is an old one', async () => {
    const [cluster] = clusters
    if (!cluster) throw new Error('no cluster')
    const newKey = 'another key of thirty-two characters or more'
    const restored = await createEmptyDatabase(cluster)
    const { files } = storeAt('rotated')
    await restoreBackup(file, restored, { secrets: { SECRET_KEY: newKey, SECRET_KEY_OLD: [secret] }, files })
    expect(await hashTables(restored)).toEqual(await hashTables(source))
  })

  test('a backup with values under an old key is restored only with that key, too', async () => {
    const [cluster] = clusters
    if (!cluster) throw new Error('no cluster')
    const newKey = 'another key of thirty-two characters or more'
    const from = await createEmptyDatabase(cluster)
    const id = randomUUID()
    const encrypted = createFieldEncryption(secrets).encrypt('1000000008', 'users.national_id', id)
    await from.pool.query("insert into users (id, first_name, email, national_id) values ($1, 'Mona', 'm@botola.test', $2)", [
      id,
      encrypted,
    ])
    const rotating = join(folder, 'rotating.tar.gz')
    await writeBackup(rotating, from, { secret: newKey, files: undefined })
    await refused(rotating, /another SECRET_KEY: .* SECRET_KEY_OLD/, newKey)
    await restoreBackup(rotating, await createEmptyDatabase(cluster), {
      secrets: { SECRET_KEY: newKey, SECRET_KEY_OLD: [secret] },
      files: storeAt('rotating').files,
    })
  })

  test('a backup of another version is rejected', async () => {
    await target.pool.query('update drizzle.__drizzle_migrations set created_at = created_at + 1')
    await refused(file, /an older version of Botola/)
    await target.pool.query('update drizzle.__drizzle_migrations set created_at = created_at - 1')
  })

  test('a database that is not empty is rejected and not changed', async () => {
    await target.pool.query('insert into receipt_numbers values (2030, 4)')
    await expect(restoreBackup(file, target, { secrets, files: storeAt('refused').files })).rejects.toThrow(
      /not empty \(table receipt_numbers\)/,
    )
    expect((await target.pool.query('select * from receipt_numbers')).rows).toEqual([{ year: 2030, last: 4 }])
    await target.pool.query('delete from receipt_numbers')
  })

  test('tables with circular foreign keys are restored', async () => {
    const [cluster] = clusters
    if (!cluster) throw new Error('no cluster')
    const shape =
      'create table hen (id int primary key, egg int); create table egg (id int primary key, hen int references hen); alter table hen add constraint hen_egg foreign key (egg) references egg'
    const from = await createEmptyDatabase(cluster)
    await from.pool.query(`${shape}; insert into hen values (1, null); insert into egg values (2, 1); update hen set egg = 2`)
    const circle = join(folder, 'circle.tar.gz')
    await writeBackup(circle, from, { secret, files: undefined })
    const to = await createEmptyDatabase(cluster)
    await to.pool.query(shape)
    await restoreBackup(circle, to, { secrets, files: storeAt('circle').files })
    expect((await to.pool.query('select * from hen')).rows).toEqual([{ id: 1, egg: 2 }])
    await expect(to.pool.query('update hen set egg = 99')).rejects.toThrow(/hen_egg/)
  })
})
