import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toBackupFolderAndName } from '#server/platform/db/backup/places.ts'
import { verifyBackup } from '#server/platform/db/backup/read-backup.ts'
import { restoreBackupIntoEmptyDatabase } from '#server/platform/db/backup/restore-backup.ts'
import { listTablesByDependency } from '#server/platform/db/backup/tables.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { StartError } from '#server/platform/db/errors.ts'
import {
  migrateDatabaseAndGrantRights,
  readAppliedMigrationTimestamps,
  readMigrationTimestamps,
} from '#server/platform/db/migrate.ts'
import { createDatabasePools, type Database } from '#server/platform/db/open.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { createFileStore, type FileStore } from '#server/platform/lib/files.ts'
import { isNightly } from '../support/nightly.ts'
import { silentLog, startCluster } from '../support/services/cluster.ts'
import { canMountDisk, mountSmallDisk } from '../support/services/small-disk.ts'

const secret = 'a key for tests only, thirty-two characters and more'
const secrets = { SECRET_KEY: secret, SECRET_KEY_OLD: [] as string[] }
const folder = mkdtempSync(join(tmpdir(), 'botola-transfer-'))
const file = join(folder, 'whole.backup')
const storeAt = (name: string) => ({
  root: join(folder, name, 'files'),
  files: createFileStore({ DATA_DIR: join(folder, name), STORAGE_URL: undefined }),
})

const clusters: Awaited<ReturnType<typeof startCluster>>[] = []
const databases: Database[] = []
let source: Database

const migrations = resolve('server/platform/db/migrations')
const timestamps = readMigrationTimestamps(migrations)
const options = { secrets, migrations: timestamps }
const findSource = (path: string) => {
  const { place, name } = toBackupFolderAndName(path)
  return place.getSource(name)
}
const write = (path: string, database: Database, files: FileStore, key = secret) => {
  const { place, name } = toBackupFolderAndName(path)
  return writeBackup(database, { secret: key, files }, (bytes) => place.write(name, bytes))
}
const restore = (path: string, database: Database, files: FileStore, known = secrets) =>
  restoreBackupIntoEmptyDatabase(findSource(path), database, {
    ...options,
    ...{ secrets: known, files },
    migrate: (until) => migrateDatabaseAndGrantRights(database, migrations, until),
  })

const connect = (cluster: (typeof clusters)[number], name: string) => {
  const database = createDatabasePools({ ...cluster.connection, database: name }, { log: silentLog })
  databases.push(database)
  return database
}
const createDatabase = async (cluster: (typeof clusters)[number], template: string) => {
  const name = `t_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client(cluster.connection)
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return name
}
/** The migrated databases of the clusters, to which nothing is connected. */
const templates = new Map<(typeof clusters)[number], string>()
const getTemplate = async (cluster: (typeof clusters)[number]) => {
  const name = templates.get(cluster) ?? (await createDatabase(cluster, 'template0'))
  if (!templates.has(cluster)) {
    const connection = { ...cluster.connection, database: name }
    await migrateDatabaseAndGrantRights({ connection, ownerConnection: connection }, migrations)
    templates.set(cluster, name)
  }
  return name
}

/** Creates an empty database on a cluster: without tables, or migrated. */
const createNewDatabase = async (cluster: (typeof clusters)[number]) =>
  connect(cluster, await createDatabase(cluster, 'template0'))
const createEmptyDatabase = async (cluster: (typeof clusters)[number]) =>
  connect(cluster, await createDatabase(cluster, await getTemplate(cluster)))

/**
 * Inserts rows that COPY could damage: quotes, tabs, backslashes, line ends, Arabic, arrays, JSON, nulls,
 * dates, more than one chunk.
 */
const insertSpecialRows = async ({ pool, connection }: Database, entries = 20_000) => {
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
     from generate_series(1, $3::int) n`,
    [event, nasty, entries],
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

/** Inserts a competition with more teams than places, and one of them with more members than it may have by now. */
const insertTeamsAboveLimits = async ({ pool }: Database) => {
  await pool.query(
    `begin;
     set local botola.exceeds_places = 'on';
     insert into season_years (id, year, name_en, name_ar, active) values (gen_random_uuid(), 2026, 'Season', 'موسم', true);
     insert into competitions (id, slug, name_en, name_ar, max_members, max_teams) values (gen_random_uuid(), 'full', 'Full', 'مكتملة', 3, 1);
     insert into teams (id, competition_id, team_no, name) select gen_random_uuid(), id, n, 'Team ' || n from competitions, generate_series(1, 2) n;
     insert into team_people (id, team_id, competition_id, kind, name)
     select gen_random_uuid(), id, competition_id, 'member', 'Member ' || n from teams, generate_series(1, 3) n where team_no = 1;
     commit;
     update competitions set max_members = 2`,
  )
}

/** Returns a hash of all rows of each table, generated columns included. */
const hashTables = async ({ pool }: Database) => {
  const client = await pool.connect()
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'")
  const prints: Record<string, unknown> = {}
  for (const { name } of await listTablesByDependency(client))
    prints[name] = (
      await client.query(
        `select count(*), md5(string_agg(t::text, '|' order by t::text collate "C")) from ${name} t`,
      )
    ).rows[0]
  client.release()
  return prints
}
const tableCount = "select count(*)::int as count from pg_tables where schemaname = 'public'"
const jobsOf = async ({ pool }: Database) =>
  (await pool.query('select id, name, data, priority, retry_limit, start_after from pgboss.job order by id'))
    .rows
const isEmpty = async (database: Database) =>
  Object.values(await hashTables(database)).every((print) => (print as { count: string }).count === '0')

// at night
const other = isNightly && existsSync('/usr/lib/postgresql/15/bin/postgres')

beforeAll(async () => {
  clusters.push(await startCluster(''))
  if (other) clusters.push(await startCluster('15'))
  const [cluster] = clusters
  if (!cluster) throw new Error('no cluster')
  source = await createEmptyDatabase(cluster)
  await insertSpecialRows(source)
  await insertTeamsAboveLimits(source)
  const { files } = storeAt('source')
  await files.put('events', 'cover.webp', Buffer.from('not really a picture'), 'image/webp')
  await files.put('private', 'empty.pdf', Buffer.alloc(0), 'application/pdf')
  await files.put('site', 'story.mp4', Buffer.alloc(3_000_001, 7), 'video/mp4')
  await write(file, source, files)
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
  // the connection of the failed backup before, which has the lock, may still be closing
  const expectRefused = (path: string, reason: string) =>
    expect
      .poll(() => write(path, source, storeAt('source').files).catch((error: unknown) => error), {
        timeout: 20_000,
      })
      .toEqual(new StartError(`The backup ${path} cannot be written: ${reason}.`))
  await expectRefused(join(folder, 'nowhere', 'whole.backup'), 'the folder does not exist')
  await expectRefused(join(file, 'whole.backup'), 'the folder does not exist')
  await expectRefused(folder, 'it is a folder')
  expect(existsSync(`${folder}.part`)).toBe(false)
  if (!canMountDisk) return
  const place = join(folder, 'small')
  const disk = mountSmallDisk(place, 1)
  try {
    disk.fill(64 * 1024)
    await expectRefused(join(place, 'whole.backup'), 'the disk is full')
    expect(readdirSync(place)).toEqual(['filler'])
  } finally {
    disk.unmount()
  }
}, 60_000)

test('a check says which version made a file, when, and what is in it', async () => {
  const { header, summary } = await verifyBackup(findSource(file), options)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(header).toMatchObject({
    version,
    migration: timestamps.at(-1),
    createdAt: expect.stringMatching(/^20.*Z$/),
  })
  expect(summary).toEqual({
    tables: (await source.pool.query(tableCount)).rows[0].count,
    rows: 20_309,
    files: 3,
    jobs: 2,
  })
})

test('a backup of an earlier version is restored, and its tables are updated', async () => {
  const [cluster] = clusters
  if (!cluster) throw new Error('no cluster')
  const older = await createNewDatabase(cluster)
  await migrateDatabaseAndGrantRights(older, migrations, timestamps.at(-6))
  await insertSpecialRows(older, 500)
  const backup = join(folder, 'earlier.backup')
  await write(backup, older, storeAt('source').files)
  const restored = await createNewDatabase(cluster)
  await restore(backup, restored, storeAt('earlier').files)
  await migrateDatabaseAndGrantRights(older, migrations)
  // a migration inserts the steps of the next start at its own time
  for (const { pool } of [restored, older])
    await pool.query("update first_start_steps set created_at = 'epoch', updated_at = 'epoch'")
  expect(await hashTables(restored)).toEqual(await hashTables(older))
  expect(await readAppliedMigrationTimestamps(restored.pool)).toEqual(timestamps)
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
  const backup = join(folder, 'busy.backup')
  await write(backup, busy, storeAt('no files').files)
  isWriting = false
  await writer
  expect(written).toBeGreaterThan(before)

  const restored = await createEmptyDatabase(cluster)
  await restore(backup, restored, storeAt('busy').files)
  const { rows } = await restored.pool.query(
    'select count(*)::int as rows, max(year)::int as newest from receipt_numbers',
  )
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
    const moved = await restore(file, older, there.files)
    expect(moved).toMatchObject({ files: 3, jobs: 2 })
    expect(await hashTables(older)).toEqual(await hashTables(source))
    // The backup has no recurring jobs: the other installation schedules its own.
    const mails = (await jobsOf(source)).filter(({ name }) => name === 'mail')
    expect(mails).toHaveLength(2)
    expect(await jobsOf(older)).toEqual(mails)
    expect(readFileSync(join(there.root, 'site/story.mp4')).equals(Buffer.alloc(3_000_001, 7))).toBe(true)

    const back = join(folder, 'back.backup')
    await write(back, older, there.files)
    const newer = await createEmptyDatabase(eighteen)
    const again = storeAt('again')
    await restore(back, newer, again.files)
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
    const known = { SECRET_KEY: key, SECRET_KEY_OLD: [] }
    await expect(restore(path, target, files, known)).rejects.toThrow(sentence)
    await expect(restore(path, target, files, known)).rejects.toBeInstanceOf(StartError)
    expect(await isEmpty(target)).toBe(true)
    for (const kind of existsSync(root) ? readdirSync(root) : [])
      expect(readdirSync(join(root, kind))).toEqual([])
  }

  test('a truncated file is rejected, by a check, too', async () => {
    const bytes = readFileSync(file)
    const cut = join(folder, 'cut.backup')
    const block = 64 * 1024 + 16
    const start = bytes.indexOf(10) + 1
    for (const size of [
      0,
      10,
      start - 1,
      start,
      start + block,
      Math.floor(bytes.length / 2),
      bytes.length - 1,
    ]) {
      writeFileSync(cut, bytes.subarray(0, size))
      await refused(cut, /cut\.backup cannot be restored: it is damaged or incomplete\.$/)
      await expect(verifyBackup(findSource(cut), options)).rejects.toThrow(
        /cut\.backup cannot be restored: it is damaged or incomplete\.$/,
      )
    }
  }, 60_000)

  test('a file with one changed bit, or with two blocks exchanged, is rejected', async () => {
    const bytes = readFileSync(file)
    const damaged = join(folder, 'damaged.backup')
    const start = bytes.indexOf(10) + 1
    const changeBit = (at: number) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    const block = 64 * 1024 + 16
    const blockAt = (number: number) => bytes.subarray(start + number * block, start + (number + 1) * block)
    const exchanged = Buffer.concat([
      bytes.subarray(0, start),
      blockAt(1),
      blockAt(0),
      bytes.subarray(start + 2 * block),
    ])
    const version = bytes.indexOf('"version":"') + 11
    for (const copy of [
      changeBit(start),
      changeBit(Math.floor(bytes.length / 2)),
      changeBit(bytes.length - 1),
      changeBit(version),
      exchanged,
    ]) {
      writeFileSync(damaged, copy)
      await refused(damaged, /damaged\.backup cannot be restored: it is damaged or incomplete\.$/)
    }
  }, 60_000)

  test('another key, a missing file and another kind of file are rejected', async () => {
    await refused(
      file,
      /whole\.backup cannot be restored: it belongs to another SECRET_KEY\./,
      'another key of thirty-two characters or more',
    )
    await refused(join(folder, 'nowhere.backup'), /cannot be restored: there is no such file\.$/)
    await refused(folder, /cannot be restored: it is a folder\.$/)
    await refused(resolve('package.json'), /cannot be restored: it is not a backup of Botola\.$/)
  })

  test('the file of an earlier format is rejected with what to do', async () => {
    const former = join(folder, 'former.tar.gz')
    for (const name of ['botola.json', 'botola-backup.json']) {
      writeFileSync(former, gzipSync(`${name}\0${'x'.repeat(600_000)}`))
      await refused(
        former,
        /made by an earlier version of Botola without encryption: restore it with that version, start this version with that database/,
      )
    }
    writeFileSync(former, gzipSync('something else'))
    await refused(former, /cannot be restored: it is not a backup of Botola\.$/)
  })

  test('a file of a newer version is rejected', async () => {
    const newest = timestamps.at(-1)
    const sentence =
      /cannot be restored: a newer version of Botola made it \(\d+\.\d+\.\d+.*\), with which or with a later one it can be restored\.$/
    const older = { ...options, migrations: timestamps.filter((each) => each !== newest) }
    await expect(verifyBackup(findSource(file), older)).rejects.toThrow(sentence)
    const newer = join(folder, 'newer.backup')
    writeFileSync(
      newer,
      readFileSync(file, 'latin1').replace('"formatVersion":2', '"formatVersion":3'),
      'latin1',
    )
    await refused(newer, sentence)
  })

  test('a backup is restored when its key is an old one', async () => {
    const [cluster] = clusters
    if (!cluster) throw new Error('no cluster')
    const newKey = 'another key of thirty-two characters or more'
    const restored = await createEmptyDatabase(cluster)
    const { files } = storeAt('rotated')
    await restore(file, restored, files, { SECRET_KEY: newKey, SECRET_KEY_OLD: [secret] })
    expect(await hashTables(restored)).toEqual(await hashTables(source))
    // both limits hold for later writes
    await expect(
      restored.pool.query(
        "insert into teams (id, competition_id, team_no, name) select gen_random_uuid(), id, 3, 'Late' from competitions",
      ),
    ).rejects.toThrow(/no place is left/)
    await expect(
      restored.pool.query(
        "insert into team_people (id, team_id, competition_id, kind, name) select gen_random_uuid(), id, competition_id, 'member', 'Late' from teams where team_no = 1",
      ),
    ).rejects.toThrow(/too many members/)
  })

  test('a backup with values under an old key is restored only with that key, too', async () => {
    const [cluster] = clusters
    if (!cluster) throw new Error('no cluster')
    const newKey = 'another key of thirty-two characters or more'
    const from = await createEmptyDatabase(cluster)
    const id = randomUUID()
    const encrypted = createFieldEncryption(secrets).encrypt('1000000008', 'users.national_id', id)
    await from.pool.query(
      "insert into users (id, first_name, email, national_id) values ($1, 'Mona', 'm@botola.test', $2)",
      [id, encrypted],
    )
    const rotating = join(folder, 'rotating.backup')
    await write(rotating, from, storeAt('no files').files, newKey)
    await refused(rotating, /encrypted with another SECRET_KEY: .* SECRET_KEY_OLD/, newKey)
    await restore(rotating, await createEmptyDatabase(cluster), storeAt('rotating').files, {
      SECRET_KEY: newKey,
      SECRET_KEY_OLD: [secret],
    })
  })

  test('a database with the tables of a newer version than the backup is rejected', async () => {
    const [cluster] = clusters
    if (!cluster) throw new Error('no cluster')
    const older = await createNewDatabase(cluster)
    await migrateDatabaseAndGrantRights(older, migrations, timestamps.at(-3))
    const backup = join(folder, 'older-tables.backup')
    await write(backup, older, storeAt('no files').files)
    await refused(backup, /the tables of a newer version than that of the backup: restore into a new one/)
  })

  test('a database that is not empty is rejected and not changed', async () => {
    await target.pool.query('insert into receipt_numbers values (2030, 4)')
    await expect(restore(file, target, storeAt('refused').files)).rejects.toThrow(
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
    await from.pool.query(
      `${shape}; insert into hen values (1, null); insert into egg values (2, 1); update hen set egg = 2`,
    )
    const circle = join(folder, 'circle.backup')
    await write(circle, from, storeAt('no files').files)
    const to = await createEmptyDatabase(cluster)
    await to.pool.query(shape)
    await restore(circle, to, storeAt('circle').files)
    expect((await to.pool.query('select * from hen')).rows).toEqual([{ id: 1, egg: 2 }])
    await expect(to.pool.query('update hen set egg = 99')).rejects.toThrow(/hen_egg/)
  })
})
