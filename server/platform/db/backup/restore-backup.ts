import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { uploadPartBytes } from '#contract/site/media.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { readAppliedMigrationTimestamps } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/open.ts'
import { assertCiphertextKeysKnown } from '#server/platform/db/reencrypt.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import type { FileStore, UploadFolder } from '#server/platform/lib/files.ts'
import { getMediaType } from '#server/platform/lib/stored-files.ts'
import type { BackupHead, BackupHeader } from './format.ts'
import type { BackupSource } from './places.ts'
import {
  type ReadBackupOptions,
  streamBackupToHandlersAndVerify,
  toRestoreErrorOrUnchanged,
  verifyBackup,
} from './read-backup.ts'
import {
  copyFormatSettingsSql,
  listForeignKeys,
  listTablesByDependency,
  quoteIdentifier,
  type Table,
} from './tables.ts'
import { insertWaitingJobsAndQueues } from './waiting-jobs.ts'
import type { BackupSummary } from './write-backup.ts'

type RestoreBackupOptions = ReadBackupOptions & {
  files: FileStore
  /** Applies the missing migrations to the database, or only those until a timestamp. */
  migrate: (until?: number) => Promise<void>
}

/**
 * Stores a file of known size from a source without holding it in memory. After an error, the file does not
 * exist.
 */
const storeFileFromStream = async (
  files: FileStore,
  { folder, name, type, size }: { folder: UploadFolder; name: string; type: string; size: number },
  source: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  const readBytes = async function* (count: number) {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const next = await iterator.next()
        if (next.done) return
        rest = next.value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  const file = { folder, name, partsId: await files.startParts(folder, name, type) }
  try {
    const tags: string[] = []
    for (let offset = 0; offset < size || tags.length === 0; offset += uploadPartBytes) {
      const length = Math.min(uploadPartBytes, size - offset)
      tags.push(
        await files.putPart(file, { number: tags.length + 1, size: length, source: readBytes(length) }),
      )
    }
    await files.completeParts(file, tags)
  } catch (error) {
    await files.abortParts(file)
    throw error
  }
}

/**
 * Throws a `StartError` when a table has a row, or when the tables are those of a newer version than that of
 * the backup.
 */
const assertEmpty = async (client: pg.ClientBase | pg.Pool, migration: number): Promise<Table[]> => {
  const tables = await listTablesByDependency(client)
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from public.${quoteIdentifier(name)} limit 1`)
    if (rows.length > 0)
      throw new StartError(`The database is not empty (table ${name}): restore into a new one.`)
  }
  if (((await readAppliedMigrationTimestamps(client)).at(-1) ?? 0) > migration)
    throw new StartError(
      'The database has the tables of a newer version than that of the backup: restore into a new one, without tables.',
    )
  return tables
}

/**
 * Throws a `StartError` when the database lacks a table or column of the backup, as after a change by hand.
 * Locks the tables, and checks that they are empty.
 */
const prepareTables = async (head: BackupHead, { migration }: BackupHeader, client: pg.ClientBase) => {
  const tables = await listTablesByDependency(client)
  for (const { name, columns } of head.tables) {
    const found = tables.find((each) => each.name === name)
    if (!found || columns.some((column) => !found.columns.includes(column)))
      throw new StartError(
        `The table ${name} of the backup is not that of Botola: somebody changed it in the database that was backed up.`,
      )
  }
  await client.query(
    `lock table ${tables.map(({ name }) => `public.${quoteIdentifier(name)}`).join(', ')} in access exclusive mode`,
  )
  await assertEmpty(client, migration)
}

/**
 * Defers foreign keys to tables that are loaded later, until the returned function checks and restores them.
 */
const deferCircularForeignKeys = async (client: pg.ClientBase, order: Table[]) => {
  const indexByTable = new Map(order.map(({ name }, index) => [name, index]))
  const circular = (await listForeignKeys(client)).filter(
    ({ from, to }) => (indexByTable.get(from) ?? 0) < (indexByTable.get(to) ?? 0),
  )
  const alter = async (clause: string) => {
    for (const { name, from } of circular)
      await client.query(
        `alter table public.${quoteIdentifier(from)} alter constraint ${quoteIdentifier(name)} ${clause}`,
      )
  }
  await alter('deferrable initially deferred')
  return async () => {
    await client.query('set constraints all immediate')
    await alter('not deferrable')
  }
}

/**
 * Disables the triggers that limit the people of a team, until the returned function enables them: a team may
 * have more people than its competition allows by now.
 */
const disableTeamLimits = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and t.tgname in ('team_people_limits', 'teams_limits')`,
  )
  const alter = async (action: 'enable' | 'disable') => {
    for (const { name, table } of rows)
      await client.query(
        `alter table public.${quoteIdentifier(table)} ${action} trigger ${quoteIdentifier(name)}`,
      )
  }
  await alter('disable')
  return () => alter('enable')
}

/** Loads the rows of each table with one COPY, which the first rows of the next table end. */
const createTableLoader = (client: pg.ClientBase) => {
  let current: { name: string; copy: ReturnType<typeof copyFrom>; failed: Promise<never> } | undefined
  const finish = async () => {
    if (!current) return
    const { copy, failed } = current
    current = undefined
    // after an error of the server the copy has no connection that it could end
    await Promise.race([failed, Promise.resolve()])
    copy.end()
    await Promise.race([failed, once(copy, 'finish')])
  }
  const open = ({ name, columns }: Table) => {
    const copy = client.query(
      copyFrom(
        `copy public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`,
      ),
    )
    const failed = new Promise<never>((_, fail) => {
      copy.on('error', fail)
    })
    failed.catch(() => {})
    return { name, copy, failed }
  }
  return {
    load: async (table: Table, bytes: AsyncIterable<Buffer>) => {
      if (current?.name !== table.name) {
        await finish()
        current = open(table)
      }
      const loading = current
      // Only one write is pending at a time. After an error of the server a write would fail without a
      // connection, so that error comes first.
      for await (const piece of bytes)
        await Promise.race([loading.failed, new Promise((done) => loading.copy.write(piece, done))])
    },
    finish,
  }
}

/**
 * Loads all rows and files in one transaction. After an error, the tables are empty and the files do not
 * exist.
 */
const loadBackup = async (
  source: BackupSource,
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  { files, ...options }: RestoreBackupOptions,
): Promise<BackupSummary> => {
  const client = await pool.connect()
  const stored: { folder: UploadFolder; name: string }[] = []
  let failure: Error | undefined
  try {
    // a competition may have more teams than places
    await client.query(`begin; ${copyFormatSettingsSql}; set local botola.exceeds_places = 'on'`)
    const tables = createTableLoader(client)
    let head: BackupHead = { tables: [], sequences: {}, work: { queues: [], jobs: [] } }
    let restoreKeys = async () => {}
    let enableTeamLimits = async () => {}
    const { summary } = await streamBackupToHandlersAndVerify(source, options, {
      onHead: async (found, header) => {
        head = found
        await prepareTables(head, header, client)
        restoreKeys = await deferCircularForeignKeys(client, head.tables)
        enableTeamLimits = await disableTeamLimits(client)
      },
      onRows: async (name, bytes) => {
        const table = head.tables.find((each) => each.name === name)
        if (table) await tables.load(table, bytes)
      },
      onFile: async ({ folder, name, size }, bytes) => {
        await storeFileFromStream(files, { folder, name, type: getMediaType(name), size }, bytes)
        stored.push({ folder, name })
      },
    })
    await tables.finish()
    await restoreKeys()
    await enableTeamLimits()
    for (const [name, last] of Object.entries(head.sequences))
      if (last !== null)
        await client.query('select setval($1::regclass, $2)', [`public.${quoteIdentifier(name)}`, last])
    await insertWaitingJobsAndQueues(head.work, client, connection)
    // a backup that was written before all values had the current key needs the old keys, too
    await assertCiphertextKeysKnown(client, createFieldEncryption(options.secrets))
    await client.query('commit')
    return summary
  } catch (error) {
    failure = error as Error
    for (const { folder, name } of stored) await files.remove(folder, name).catch(() => {})
    throw toRestoreErrorOrUnchanged(source, error)
  } finally {
    // Closing a broken connection rolls its transaction back.
    client.release(failure)
  }
}

/**
 * Restores a file of `writeBackup`, of this or an earlier version, into an empty database and the file store,
 * completely or not at all: migrates the database to the migration of the backup, loads it, and applies the
 * other migrations. Throws a `StartError` when the file is damaged, was written by a newer version or with
 * another key, or when the database is not empty.
 */
export const restoreBackupIntoEmptyDatabase = async (
  source: BackupSource,
  database: Pick<Database, 'pool' | 'connection'>,
  options: RestoreBackupOptions,
): Promise<BackupSummary> => {
  // before anything is changed, also the tables
  const { header } = await verifyBackup(source, options)
  await assertEmpty(database.pool, header.migration)
  await options.migrate(header.migration)
  const summary = await loadBackup(source, database, options)
  await options.migrate()
  await database.pool.query('analyze').catch(() => {})
  return summary
}
