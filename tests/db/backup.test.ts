import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { backupTo } from '#server/db/transfer/backup.ts'
import { restoreTo } from '#server/db/transfer/restore.ts'
import { openFiles } from '#server/lib/files.ts'
import { silent } from '../support/cluster.ts'
import { dataFolder } from '../support/data-folder.ts'

const secret = 'a key for tests only, thirty-two characters and more'
const source = dataFolder()
const target = dataFolder()
const file = join(source.above, 'backup.tar.gz')
const filesOf = (path: string) => openFiles({ DATA_DIR: path, STORAGE_URL: undefined })
let database: Database

beforeAll(async () => {
  database = await openDatabase({ dataDir: source.path, log: silent })
  await migrate(database, resolve('server/db/migrations'))
}, 60_000)
afterAll(async () => {
  await database.close()
  source.remove()
  target.remove()
})

test('a backup taken under writes holds all that was acknowledged before it began, in a state that fits together', async () => {
  await filesOf(source.path).put('events', 'cover.webp', Buffer.from('not really a picture'), 'image/webp')
  let written = 0
  let writing = true
  const writer = (async () => {
    while (writing) {
      await database.pool.query('insert into receipt_numbers (year, last) values ($1, $1)', [written + 1])
      written++
    }
  })()
  while (written < 200) await new Promise(setImmediate)
  const before = written
  await backupTo(file, database, { secret, files: join(source.path, 'files') })
  writing = false
  await writer
  expect(written).toBeGreaterThan(before)

  await restoreTo(target.path, file, { secret, files: filesOf(target.path) })
  const restored = await openDatabase({ dataDir: target.path, log: silent })
  try {
    const { rows } = await restored.pool.query<{ rows: number; newest: number }>(
      'select count(*)::int as rows, max(year) as newest from receipt_numbers',
    )
    expect(rows[0]?.rows).toBeGreaterThanOrEqual(before)
    // Nothing is missing between the first row and the newest.
    expect(rows[0]?.rows).toBe(rows[0]?.newest)
    // What is restored can be written to.
    await restored.pool.query('insert into receipt_numbers (year) values (0)')
  } finally {
    await restored.close()
  }
  expect(readFileSync(join(target.path, 'files/events/cover.webp'), 'utf8')).toBe('not really a picture')
  await expect(restoreTo(target.path, file, { secret, files: filesOf(target.path) })).rejects.toThrow(/There is a database in .* already/)
}, 60_000)

test('a cut backup and one of another key are refused and leave nothing', async () => {
  const empty = dataFolder()
  const cut = join(source.above, 'cut.tar.gz')
  const bytes = readFileSync(file)
  writeFileSync(cut, bytes.subarray(0, bytes.length - 40_000))
  await expect(restoreTo(empty.path, cut, { secret, files: filesOf(empty.path) })).rejects.toThrow(/cut\.tar\.gz cannot be imported/)
  await expect(
    restoreTo(empty.path, file, { secret: 'another key, thirty-two characters or more', files: filesOf(empty.path) }),
  ).rejects.toThrow(/SECRET_KEY/)
  // A database can still be made there.
  const made = await openDatabase({ dataDir: empty.path, log: silent })
  expect((await made.pool.query("select to_regclass('receipt_numbers') as there")).rows).toEqual([{ there: null }])
  await made.close()
  empty.remove()
}, 60_000)
