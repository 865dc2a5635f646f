import { createHash, randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '#server/platform/db/errors.ts'
import { readAppliedMigrationTimestamps } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/open.ts'
import { type FileStore, uploadFolders } from '#server/platform/lib/files.ts'
import { streamWithAssertedSize } from '#server/platform/lib/stored-files.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { advisoryLockIds } from '../advisory-lock-ids.ts'
import {
  type BackupEntry,
  type BackupHead,
  type BackupHeader,
  type BackupTail,
  createBlockEncryptor,
  deriveBackupKeyAndId,
  formatVersion,
} from './format.ts'
import {
  copyFormatSettingsSql,
  listTablesByDependency,
  quoteIdentifier,
  readSequences,
  type Table,
} from './tables.ts'
import { readWaitingJobsAndQueues } from './waiting-jobs.ts'

/** `secret` is the key of the installation, from which the key of the backup derives. */
type WriteBackupOptions = { secret: string; files: FileStore }

/** The numbers of tables, rows, files and waiting jobs in a backup. */
export type BackupSummary = { tables: number; rows: number; files: number; jobs: number }

const buildEntryLine = (entry: BackupEntry) => Buffer.from(`${JSON.stringify(entry)}\n`)
const encodeJsonEntry = (type: 'head' | 'tail', content: BackupHead | BackupTail) => {
  const bytes = Buffer.from(JSON.stringify(content))
  return Buffer.concat([buildEntryLine({ type, size: bytes.length }), bytes])
}

/** In milliseconds: how long a failed backup waits for its rollback. */
const rollbackTimeoutMs = 1000
/** Bytes of rows in an entry, about. */
const rowsSize = 1024 * 1024

const yieldRows = async function* (
  client: pg.ClientBase,
  { name, columns }: Table,
  tail: BackupTail,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const stream = client.query(
    copyTo(`copy public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
  )
  let chunks: Buffer[] = []
  let size = 0
  const take = () => {
    const bytes = Buffer.concat(chunks, size)
    chunks = []
    size = 0
    hash.update(bytes)
    return [buildEntryLine({ type: 'rows', table: name, size: bytes.length }), bytes]
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= rowsSize) yield* take()
  }
  if (size > 0) yield* take()
  tail.tables[name] = { rows: stream.rowCount, sha256: hash.digest('hex') }
}

/** Print files are deleted after a day, and can be made again from the data in the backup. */
const foldersInBackup = uploadFolders.filter((folder) => folder !== 'prints')

const yieldFiles = async function* (files: FileStore, tail: BackupTail): AsyncGenerator<Buffer> {
  for (const folder of foldersInBackup)
    for await (const { name } of files.list(folder)) {
      const found = await files.open(folder, name)
      // the file was removed after the folder was read
      if (!found) continue
      const hash = createHash('sha256')
      yield buildEntryLine({ type: 'file', folder, name, size: found.size })
      for await (const piece of streamWithAssertedSize(found.stream, found.size)) {
        hash.update(piece)
        yield piece as Buffer
      }
      tail.files[`${folder}/${name}`] = { size: found.size, sha256: hash.digest('hex') }
    }
}

/**
 * Writes an installation (a snapshot of all tables, waiting jobs, uploaded files) to one encrypted file,
 * which `restoreBackupIntoEmptyDatabase` of this and every later version restores on any PostgreSQL from version 14. The
 * installation may be in use meanwhile. `write` stores the bytes; it is called while no other process of the
 * installation writes a backup. Throws a `StartError` when the database is empty, when another backup is
 * being written, or when the file cannot be written.
 */
export const writeBackup = async (
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  { secret, files }: WriteBackupOptions,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupSummary> => {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query(`begin isolation level repeatable read read only; ${copyFormatSettingsSql}`)
    const lock = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
      advisoryLockIds.backup,
    ])
    if (!lock.rows[0]?.locked)
      throw new StartError('Another backup of this database is being written: try again when it has ended.')
    const migration = (await readAppliedMigrationTimestamps(client)).at(-1)
    if (!migration)
      throw new StartError('There is nothing to back up: this database does not contain Botola.')
    const tables = await listTablesByDependency(client)
    const work = await readWaitingJobsAndQueues(client, connection)
    const head: BackupHead = { tables, sequences: await readSequences(client), work }
    const salt = randomBytes(32).toString('hex')
    const { encryptionKey, id } = deriveBackupKeyAndId(secret, salt)
    const header: BackupHeader = {
      format: 'botola-backup',
      formatVersion,
      version: packageJson.version,
      createdAt: new Date().toISOString(),
      migration,
      salt,
      key: id,
    }
    const headerLine = Buffer.from(`${JSON.stringify(header)}\n`)
    const tail: BackupTail = { tables: {}, files: {} }
    const yieldEntries = async function* () {
      yield encodeJsonEntry('head', head)
      for (const table of tables) {
        tail.tables[table.name] = { rows: 0, sha256: createHash('sha256').digest('hex') }
        yield* yieldRows(client, table, tail)
      }
      yield* yieldFiles(files, tail)
      yield encodeJsonEntry('tail', tail)
    }
    const encrypt = async function* (zipped: AsyncIterable<Buffer>) {
      yield headerLine
      yield* createBlockEncryptor(encryptionKey, headerLine)(zipped)
    }
    await pipeline(yieldEntries(), createGzip({ level: 6 }), encrypt, write)
    await client.query('commit')
    const rows = Object.values(tail.tables).reduce((all, table) => all + table.rows, 0)
    return { tables: tables.length, rows, files: Object.keys(tail.files).length, jobs: work.jobs.length }
  } catch (error) {
    failure = error as Error
    // a rollback releases the lock at once, so that the next backup can begin; it waits for a statement that runs
    await Promise.race([client.query('rollback').catch(() => {}), wait(rollbackTimeoutMs)])
    throw error
  } finally {
    // closing the connection of a failed backup ends its statement
    client.release(failure)
  }
}
