import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { findDatabaseErrorCode, StartError } from '#server/db/errors.ts'
import { readAppliedMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { assertKeysKnown } from '#server/db/reencrypt.ts'
import { createFieldEncryption } from '#server/lib/encryption.ts'
import { getMediaType } from '#server/lib/file-names.ts'
import { storeFileFromStream } from '#server/lib/file-parts.ts'
import { type FileStore, type UploadFolder, uploadFolders } from '#server/lib/files.ts'
import {
  type BackupHead,
  type BackupTail,
  computeKeyFingerprint,
  formerHeadEntryName,
  headEntryName,
  parseFileEntryName,
  parseTableOfChunkEntry,
  tailEntryName,
} from './format.ts'
import { type ArchiveEntry, ArchiveError, readArchiveEntries } from './read-archive.ts'
import { copyFormatSettingsSql, listForeignKeys, listTablesByDependency, quoteIdentifier, type Table } from './tables.ts'
import { restoreWaitingJobs } from './waiting-jobs.ts'
import type { BackupSummary } from './write-backup.ts'

/** `secrets` are the keys that the installation knows. */
export type RestoreBackupOptions = { secrets: { SECRET_KEY: string; SECRET_KEY_OLD: string[] }; files: FileStore }

const assertCondition = (condition: boolean, message: string) => {
  if (!condition) throw new StartError(message)
}

/** The backup must come from the same version of Botola with a known key, and the database must be empty. Throws a `StartError`. */
const checkCompatibility = async (
  head: BackupHead,
  client: pg.ClientBase,
  { SECRET_KEY, SECRET_KEY_OLD }: RestoreBackupOptions['secrets'],
) => {
  assertCondition(head.format === 1, 'The backup was made by a newer version of Botola: restore it with that version.')
  const migration = (await readAppliedMigrations(client)).at(-1)
  assertCondition(
    head.migration === migration,
    `The backup was made by ${head.migration > (migration ?? 0) ? 'a newer' : 'an older'} version of Botola: back up and restore with the same version.`,
  )
  assertCondition(
    [SECRET_KEY, ...SECRET_KEY_OLD].some((secret) => head.key === computeKeyFingerprint(secret)),
    'The backup belongs to another SECRET_KEY: set SECRET_KEY to that of the backed-up installation (or copy its DATA_DIR/secret-key), or add it to SECRET_KEY_OLD, or its encrypted personal data cannot be read.',
  )
  const tables = await listTablesByDependency(client)
  const shape = (list: Table[]) => JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  assertCondition(
    shape(tables) === shape(head.tables),
    'The tables of the backup and of this database differ: back up and restore with the same version of Botola.',
  )
  await client.query(`lock table ${tables.map(({ name }) => `public.${quoteIdentifier(name)}`).join(', ')} in access exclusive mode`)
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from public.${quoteIdentifier(name)} limit 1`)
    assertCondition(rows.length === 0, `The database is not empty (table ${name}): restore into a new one.`)
  }
}

/** Defers foreign keys to tables that are loaded later, until the returned function checks and restores them. */
const deferCircularForeignKeys = async (client: pg.ClientBase, order: Table[]) => {
  const indexByTable = new Map(order.map(({ name }, index) => [name, index]))
  const circular = (await listForeignKeys(client)).filter(({ from, to }) => (indexByTable.get(from) ?? 0) < (indexByTable.get(to) ?? 0))
  const alter = async (clause: string) => {
    for (const { name, from } of circular)
      await client.query(`alter table public.${quoteIdentifier(from)} alter constraint ${quoteIdentifier(name)} ${clause}`)
  }
  await alter('deferrable initially deferred')
  return async () => {
    await client.query('set constraints all immediate')
    await alter('not deferrable')
  }
}

/** Loads the chunks of each table with one COPY, which the first chunk of the next table ends. */
const createTableLoader = (client: pg.ClientBase, tables: Table[]) => {
  const loaded: BackupTail['tables'] = {}
  let current: { name: string; copy: ReturnType<typeof copyFrom>; hash: Hash; bytes: number; failed: Promise<never> } | undefined
  const finish = async () => {
    if (!current) return
    const { name, copy, hash, bytes, failed } = current
    current = undefined
    // after an error of the server the copy has no connection that it could end
    await Promise.race([failed, Promise.resolve()])
    copy.end()
    await Promise.race([failed, once(copy, 'finish')])
    loaded[name] = { rows: copy.rowCount, bytes, sha256: hash.digest('hex') }
  }
  const open = (name: string) => {
    const table = tables.find((each) => each.name === name)
    if (!table || loaded[name]) throw new ArchiveError(`it contains an unexpected table ${name}`)
    const copy = client.query(
      copyFrom(`copy public.${quoteIdentifier(name)} (${table.columns.map(quoteIdentifier).join(', ')}) from stdin`),
    )
    const failed = new Promise<never>((_, fail) => {
      copy.on('error', fail)
    })
    failed.catch(() => {})
    return { name, copy, hash: createHash('sha256'), bytes: 0, failed }
  }
  return {
    load: async (name: string, entry: ArchiveEntry) => {
      if (current?.name !== name) {
        await finish()
        current = open(name)
      }
      const loading = current
      for await (const piece of entry.body()) {
        loading.hash.update(piece)
        loading.bytes += piece.length
        // Only one write is pending at a time. After an error of the server a write would fail without a connection, so that error comes first.
        await Promise.race([loading.failed, new Promise((done) => loading.copy.write(piece, done))])
      }
    },
    finish,
    loaded,
  }
}

const emptyTableSummary = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }

/** Compares what was loaded with the checksums of the last entry. */
const compareWithTail = (tail: BackupTail, tables: Table[], loaded: BackupTail['tables'], files: BackupTail['files']) => {
  for (const { name } of tables)
    if (JSON.stringify(tail.tables[name]) !== JSON.stringify(loaded[name] ?? emptyTableSummary))
      throw new ArchiveError(`the table ${name} is incomplete`)
  for (const name of new Set([...Object.keys(tail.files), ...Object.keys(files)]))
    if (JSON.stringify(tail.files[name]) !== JSON.stringify(files[name])) throw new ArchiveError(`the file ${name} is incomplete`)
}

const fileProblems: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/** Returns what is wrong with the backup file `path` when that caused the error, as the end of a sentence. */
const findFileProblem = (path: string, error: unknown): string | undefined => {
  const { code = '', message, path: failedPath } = error as NodeJS.ErrnoException
  if (error instanceof ArchiveError) return message
  if (error instanceof SyntaxError) return 'its description is damaged'
  if (message === 'incorrect header check') return 'it is not a backup of Botola'
  if (code === 'Z_BUF_ERROR') return 'the file ends too early'
  if (code.startsWith('Z_')) return 'the file is damaged'
  const databaseCode = findDatabaseErrorCode(error) ?? ''
  if (databaseCode === 'ENOSPC' || databaseCode === '53100') return 'the disk is full'
  // the database refuses values of damaged rows; its message would quote them
  if (/^2[23][0-9A-Z]{3}$/.test(databaseCode)) return 'the file is damaged'
  return failedPath === undefined || failedPath === path ? fileProblems[code] : undefined
}

const parseJsonEntry = async <T>(entry: ArchiveEntry | undefined, name: string): Promise<T> => {
  if (entry?.name === formerHeadEntryName)
    throw new ArchiveError('it was made by an older version of Botola, with which it can be restored')
  if (entry?.name !== name) throw new ArchiveError('it is not a backup of Botola')
  return JSON.parse((await entry.bytes()).toString()) as T
}

/** Converts the errors of a file that cannot be restored to a `StartError` with one sentence. */
const toRestoreError = (path: string, error: unknown) => {
  const problem = findFileProblem(path, error)
  return problem ? new StartError(`The file ${path} cannot be restored: ${problem}.`, { cause: error }) : error
}

/**
 * Restores a file of `writeBackup` into an empty, migrated database and the file store, completely or not at all. Throws a `StartError` when the file
 * is damaged, was written by another version or with another key, or when the database is not empty.
 */
export const restoreBackup = async (
  path: string,
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  { secrets, files }: RestoreBackupOptions,
): Promise<BackupSummary> => {
  const client = await pool.connect()
  const stored: { folder: UploadFolder; name: string }[] = []
  const fileChecksums: BackupTail['files'] = {}
  const store = async (entry: ArchiveEntry) => {
    const file = parseFileEntryName(entry.name)
    const folder = uploadFolders.find((each) => each === file?.folder)
    if (!file || !folder) throw new ArchiveError(`it contains an unexpected entry ${entry.name}`)
    const hash = createHash('sha256')
    const hashed = async function* () {
      for await (const piece of entry.body()) {
        hash.update(piece)
        yield piece
      }
    }
    await storeFileFromStream(files, { folder, name: file.name, type: getMediaType(file.name), size: entry.size }, hashed())
    fileChecksums[entry.name] = { size: entry.size, sha256: hash.digest('hex') }
    stored.push({ folder, name: file.name })
  }
  const entries = readArchiveEntries(path)
  let failure: Error | undefined
  try {
    const first = await entries.next()
    const head = await parseJsonEntry<BackupHead>(first.done ? undefined : first.value, headEntryName)
    await client.query(`begin; ${copyFormatSettingsSql}`)
    await checkCompatibility(head, client, secrets)
    const restoreKeys = await deferCircularForeignKeys(client, head.tables)
    const tables = createTableLoader(client, head.tables)
    let tail: BackupTail | undefined
    for await (const entry of entries) {
      const table = parseTableOfChunkEntry(entry.name)
      if (entry.name === tailEntryName) tail = await parseJsonEntry<BackupTail>(entry, tailEntryName)
      else if (table) await tables.load(table, entry)
      else await store(entry)
    }
    await tables.finish()
    if (!tail) throw new ArchiveError('the file ends too early')
    compareWithTail(tail, head.tables, tables.loaded, fileChecksums)
    await restoreKeys()
    for (const [name, last] of Object.entries(head.sequences))
      if (last !== null) await client.query('select setval($1::regclass, $2)', [`public.${quoteIdentifier(name)}`, last])
    await restoreWaitingJobs(head.work, client, connection)
    // a backup that was written before all values had the current key needs the old keys, too
    await assertKeysKnown(client, createFieldEncryption(secrets))
    await client.query('commit')
    const rows = Object.values(tables.loaded).reduce((all, each) => all + each.rows, 0)
    return { tables: head.tables.length, rows, files: stored.length, jobs: head.work.jobs.length }
  } catch (error) {
    failure = error as Error
    for (const { folder, name } of stored) await files.remove(folder, name).catch(() => {})
    throw toRestoreError(path, error)
  } finally {
    await entries.return(undefined)
    // Closing a broken connection rolls its transaction back.
    client.release(failure)
    if (!failure) await pool.query('analyze').catch(() => {})
  }
}
