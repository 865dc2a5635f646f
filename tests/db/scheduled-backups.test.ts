import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createBackupWriterAndPruner } from '#server/platform/backups/service.ts'
import { createBackupPlace } from '#server/platform/db/backup/places.ts'
import { verifyBackup } from '#server/platform/db/backup/read-backup.ts'
import { restoreBackupIntoEmptyDatabase } from '#server/platform/db/backup/restore-backup.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { migrateDatabaseAndGrantRights, readMigrationTimestamps } from '#server/platform/db/migrate.ts'
import { createDatabasePools } from '#server/platform/db/open.ts'
import { createFileStore, type FileStore } from '#server/platform/lib/files.ts'
import { silentLog } from '../support/services/cluster.ts'
import { createTestDatabase } from '../support/services/database.ts'
import { startS3Server } from '../support/services/s3-server.ts'

const secret = 'a key for tests only, thirty-two characters and more'
const migrations = resolve('server/platform/db/migrations')
const options = {
  secrets: { SECRET_KEY: secret, SECRET_KEY_OLD: [] },
  migrations: readMigrationTimestamps(migrations),
}
const parent = mkdtempSync(join(tmpdir(), 'botola-scheduled-'))
const local = createFileStore({ DATA_DIR: join(parent, 'data'), STORAGE_URL: undefined })
let t: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeAll(async () => {
  t = await createTestDatabase()
  await local.put('events', 'cover.webp', Buffer.from('picture'), 'image/webp')
})
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'backups-'))
})
afterAll(async () => {
  await t.drop()
  rmSync(parent, { recursive: true })
})

const writeTo = (BACKUP_URL: string, BACKUP_KEEP: number, files: FileStore = local) =>
  createBackupWriterAndPruner({
    config: { BACKUP_URL, BACKUP_KEEP, SECRET_KEY: secret },
    database: t.database,
    files,
  }).writeToPlace(silentLog)

test('the newest backups are kept, and only files that this installation wrote are deleted', async () => {
  const foreign = `botola-2020-01-01T00-00-00Z-${randomBytes(4).toString('hex')}.backup`
  const leftOver = (day: string) => `botola-${day}T00-00-00Z-00000000.backup.part`
  const others = ['notes.txt', 'my.backup', foreign, leftOver('2026-01-02')]
  for (const name of [...others, leftOver('2020-01-01')]) writeFileSync(join(folder, name), 'x')
  utimesSync(join(folder, leftOver('2020-01-01')), 1, 1)
  const written: string[] = []
  for (let i = 0; i < 4; i++) written.push((await writeTo(folder, 2)).name.slice(folder.length + 1))
  expect(readdirSync(folder).sort()).toEqual([...others, ...written.slice(2)].sort())
  // one that somebody removed does not count
  rmSync(join(folder, written[3] ?? ''))
  const { name } = await writeTo(folder, 2)
  expect(readdirSync(folder).sort()).toEqual([...others, written[2], name.slice(folder.length + 1)].sort())
  await expect(
    verifyBackup(createBackupPlace(folder).getSource(name.slice(folder.length + 1)), options),
  ).resolves.toBeTruthy()
})

test('a backup that fails leaves no file, and the ones before it stay', async () => {
  const good = (await writeTo(folder, 1)).name
  const failing = {
    ...local,
    open: async () => {
      throw new Error('the bucket is away')
    },
  }
  await expect(writeTo(folder, 1, failing)).rejects.toThrow('the bucket is away')
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([good])
  await expect(writeTo(join(folder, 'nowhere'), 1)).rejects.toThrow(
    /cannot be written: the folder does not exist\.$/,
  )
  await expect(writeTo(folder, 1)).resolves.toMatchObject({ files: 1 })
})

test('two processes do not write a backup at the same time', async () => {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow: FileStore = {
    ...local,
    open: async (...name) => {
      started.resolve()
      await released.promise
      return local.open(...name)
    },
  }
  const first = writeTo(folder, 5, slow)
  await started.promise
  for (const _ of [2, 3])
    await expect(writeTo(folder, 5)).rejects.toEqual(
      new StartError('Another backup of this database is being written: try again when it has ended.'),
    )
  released.resolve()
  await first
  expect(readdirSync(folder)).toHaveLength(1)
})

test('tables and the files of a bucket are backed up to a bucket and restored', async () => {
  const s3 = await startS3Server()
  const fresh = await createTestDatabase({ migrated: false })
  const owner = createDatabasePools({ ...inject('cluster'), database: fresh.name }, { log: silentLog })
  try {
    const uploads = createFileStore({ DATA_DIR: parent, STORAGE_URL: s3.url })
    const video = randomBytes(9_000_000)
    await uploads.put('site', 'story.mp4', video, 'video/mp4')
    const names: string[] = []
    for (let i = 0; i < 2; i++) names.push((await writeTo(s3.url, 1, uploads)).name)
    const place = createBackupPlace(s3.url)
    expect(await place.list()).toEqual(names.slice(1))
    const source = place.getSource(names[1] ?? '')
    const files = createFileStore({ DATA_DIR: join(parent, 'restored'), STORAGE_URL: undefined })
    const restoring = restoreBackupIntoEmptyDatabase(source, owner, {
      ...options,
      files,
      migrate: (until) => migrateDatabaseAndGrantRights(fresh.database, migrations, until),
    })
    expect(await restoring).toMatchObject({ files: 1 })
    expect(readFileSync(join(parent, 'restored/files/site/story.mp4')).equals(video)).toBe(true)
    // the rights of the application's role
    await fresh.database.pool.query('insert into receipt_numbers (year, last) values (2030, 1)')
    await expect(verifyBackup(place.getSource(names[0] ?? ''), options)).rejects.toThrow(
      /there is no such file in the bucket\.$/,
    )
  } finally {
    await owner.close()
    await fresh.drop()
    await s3.close()
  }
})
