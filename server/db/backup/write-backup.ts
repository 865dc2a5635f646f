import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '#server/db/errors.ts'
import { readAppliedMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { isValidFileName } from '#server/lib/file-names.ts'
import { uploadFolders } from '#server/lib/files.ts'
import {
  type BackupHead,
  type BackupTail,
  buildChunkEntryName,
  buildFileEntryName,
  computeKeyFingerprint,
  headEntryName,
  tailEntryName,
} from './format.ts'
import { copyFormatSettingsSql, listTablesByDependency, quoteIdentifier, readSequences, type Table } from './tables.ts'
import { readWaitingJobs } from './waiting-jobs.ts'

const block = 512

const writeField = (header: Buffer, text: string, offset: number, length: number) =>
  header.write(text.slice(0, length), offset, length, 'utf8')
const toOctal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')

/** Splits a name longer than 100 bytes at a slash, as the format requires: 155 bytes before it, 100 after it. */
const splitName = (name: string): [prefix: string, rest: string] => {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return [prefix, rest]
  }
  throw new Error(`The name ${name} is too long for an archive.`)
}

/** Creates the header of an entry (512 bytes, POSIX ustar). A name that ends with a slash is a folder. */
const createHeader = (name: string, size: number, modified: Date): Buffer => {
  const header = Buffer.alloc(block)
  const folder = name.endsWith('/')
  const [prefix, rest] = splitName(name)
  writeField(header, rest, 0, 100)
  writeField(header, toOctal(folder ? 0o700 : 0o600, 8), 100, 8)
  writeField(header, toOctal(0, 8), 108, 8)
  writeField(header, toOctal(0, 8), 116, 8)
  writeField(header, toOctal(size, 12), 124, 12)
  writeField(header, toOctal(Math.floor(modified.getTime() / 1000), 12), 136, 12)
  writeField(header, '        ', 148, 8)
  writeField(header, folder ? '5' : '0', 156, 1)
  writeField(header, 'ustar\u000000', 257, 8)
  writeField(header, prefix, 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  writeField(header, `${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return header
}

/** An open archive. Entries are written one after the other. */
type ArchiveWriter = {
  add: (name: string, bytes: Buffer | string, modified?: Date) => Promise<void>
  /** Adds `size` bytes of `body`. A longer body is cut and a shorter one is filled with zeros, because a file may change while it is read. */
  addStream: (name: string, size: number, body: AsyncIterable<Buffer>, modified?: Date) => Promise<void>
  /** Writes everything to the disk and gives the file its name. */
  close: () => Promise<void>
  /** Removes the unfinished file. */
  abandon: () => Promise<void>
}

/** Creates a standard `.tar.gz` that only its owner can read. The name ends in `.part` until the file is complete. */
export const createArchiveWriter = (path: string): ArchiveWriter => {
  const part = `${path}.part`
  const zip = createGzip({ level: 6 })
  const file = createWriteStream(part, { mode: 0o600 })
  zip.pipe(file)
  let failure: Error | undefined
  for (const stream of [zip, file])
    stream.on('error', (error) => {
      failure ??= error
      // Ends a `write` that waits for the stream to drain.
      zip.destroy(error)
      file.destroy(error)
    })
  const write = async (bytes: Buffer) => {
    if (failure) throw failure
    if (!zip.write(bytes)) await once(zip, 'drain')
  }
  const pad = async (size: number) => {
    if (size % block) await write(Buffer.alloc(block - (size % block)))
  }
  return {
    add: async (name, content, modified = new Date()) => {
      const bytes = Buffer.from(content)
      await write(createHeader(name, bytes.length, modified))
      if (bytes.length > 0) await write(bytes)
      await pad(bytes.length)
    },
    addStream: async (name, size, body, modified = new Date()) => {
      await write(createHeader(name, size, modified))
      let left = size
      for await (const piece of body) {
        if (left <= 0) break
        const fitting = piece.length > left ? piece.subarray(0, left) : piece
        left -= fitting.length
        await write(fitting)
      }
      for (; left > 0; left -= Math.min(left, 65_536)) await write(Buffer.alloc(Math.min(left, 65_536)))
      await pad(size)
    },
    close: async () => {
      await write(Buffer.alloc(2 * block))
      zip.end()
      await finished(file)
      const handle = await open(part, 'r+')
      await handle.sync()
      await handle.close()
      await rename(part, path)
    },
    abandon: async () => {
      zip.destroy()
      file.destroy()
      await rm(part, { force: true })
    },
  }
}

export type WriteBackupOptions = {
  /** The key that encrypts personal data. The file contains only its fingerprint. */
  secret: string
  /** The folder of the uploaded files. Undefined when they are in S3, which the backup does not contain. */
  files: string | undefined
}

/** The numbers of tables, rows, files and waiting jobs in a backup. */
export type BackupSummary = { tables: number; rows: number; files: number; jobs: number }

const chunkSize = 4 * 1024 * 1024

const archiveTable = async (archive: ArchiveWriter, client: pg.ClientBase, { name, columns }: Table) => {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(`copy public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`))
  let number = 0
  let bytes = 0
  let chunks: Buffer[] = []
  let size = 0
  const flush = async () => {
    const piece = Buffer.concat(chunks, size)
    chunks = []
    size = 0
    hash.update(piece)
    bytes += piece.length
    await archive.add(buildChunkEntryName(name, number++), piece)
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= chunkSize) await flush()
  }
  if (size > 0) await flush()
  return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
}

/** File names in a folder of uploads; none when the folder does not exist. */
const listFileNames = async (folder: string) => {
  try {
    return (await readdir(folder)).filter(isValidFileName).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Adds every uploaded file below `root` to the archive. */
const addUploadsToArchive = async (archive: ArchiveWriter, root: string) => {
  const added: BackupTail['files'] = {}
  for (const folder of uploadFolders)
    for (const name of await listFileNames(join(root, folder))) {
      const path = join(root, folder, name)
      const stats = await stat(path).catch(() => undefined)
      // The file was removed after the folder was read.
      if (!stats?.isFile()) continue
      const hash = createHash('sha256')
      const hashed = async function* () {
        for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
          hash.update(piece)
          yield piece
        }
      }
      await archive.addStream(buildFileEntryName(folder, name), stats.size, hashed(), stats.mtime)
      added[buildFileEntryName(folder, name)] = { size: stats.size, sha256: hash.digest('hex') }
    }
  return added
}

const targetProblems: Record<string, string> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would be too large for the file system',
}

/** Converts the errors of writing the file `path` to a `StartError` with one sentence. */
const toBackupError = (path: string, error: unknown) => {
  const { code = '', syscall, path: failedPath } = error as NodeJS.ErrnoException
  const problem = targetProblems[code]
  // errors of a write have no path; those of reading an uploaded file have another one
  const isOfTarget = failedPath?.startsWith(path) || (failedPath === undefined && syscall === 'write')
  return problem && isOfTarget ? new StartError(`The backup ${path} cannot be written: ${problem}.`, { cause: error }) : error
}

/** Throws a `StartError` when `path` is a folder, which would be noticed only after everything is written. */
const assertNoFolder = async (path: string) => {
  if ((await stat(path).catch(() => undefined))?.isDirectory())
    throw new StartError(`The backup ${path} cannot be written: ${targetProblems.EISDIR}.`)
}

/**
 * Writes an installation (a snapshot of all tables, waiting jobs, uploaded files) to one file, which `restoreBackup` restores on any PostgreSQL from
 * version 14. The installation may be in use meanwhile. After an error there is no new file at `path`. Throws a `StartError` when the database is empty or the
 * file cannot be written.
 */
export const writeBackup = async (
  path: string,
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  options: WriteBackupOptions,
): Promise<BackupSummary> => {
  await assertNoFolder(path)
  const client = await pool.connect()
  const archive = createArchiveWriter(path)
  let failure: Error | undefined
  try {
    await client.query(`begin isolation level repeatable read read only; ${copyFormatSettingsSql}`)
    const migration = (await readAppliedMigrations(client)).at(-1)
    if (!migration) throw new StartError('There is nothing to back up: this database does not contain Botola.')
    const tables = await listTablesByDependency(client)
    const work = await readWaitingJobs(client, connection)
    const head: BackupHead = {
      format: 1,
      createdAt: new Date().toISOString(),
      migration,
      key: computeKeyFingerprint(options.secret),
      files: options.files === undefined ? 's3' : 'included',
      tables,
      sequences: await readSequences(client),
      work,
    }
    await archive.add(headEntryName, JSON.stringify(head, null, 1))
    const tail: BackupTail = { tables: {}, files: {} }
    for (const table of tables) tail.tables[table.name] = await archiveTable(archive, client, table)
    if (options.files !== undefined) tail.files = await addUploadsToArchive(archive, options.files)
    await archive.add(tailEntryName, JSON.stringify(tail, null, 1))
    await client.query('commit')
    await archive.close()
    const rows = Object.values(tail.tables).reduce((all, table) => all + table.rows, 0)
    return { tables: tables.length, rows, files: Object.keys(tail.files).length, jobs: work.jobs.length }
  } catch (error) {
    failure = error as Error
    // without its folder, there is no unfinished file to remove
    await archive.abandon().catch(() => {})
    throw toBackupError(path, error)
  } finally {
    client.release(failure)
  }
}
