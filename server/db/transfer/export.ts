import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { isFileName } from '#server/lib/file-names.ts'
import { folders } from '#server/lib/files.ts'
import { StartError } from '../errors.ts'
import { appliedMigrations } from '../migrate.ts'
import type { Database } from '../open.ts'
import { type ArchiveWriter, writeArchive } from './archive-write.ts'
import { fileEntry, type Head, headName, keyMark, pieceName, type Tail, tailName } from './format.ts'
import { waitingWork } from './queue.ts'
import { plainSettings, quote, sequences, type Table, tablesInOrder } from './tables.ts'

export type ExportOptions = {
  /** The key that seals personal data; only a mark of it goes into the file. */
  secret: string
  /** The folder of the uploaded files, undefined when they are in S3 (they stay there). */
  files: string | undefined
}

/** What was moved, for the person who did it. */
export type Moved = { tables: number; rows: number; files: number; jobs: number }

const pieceSize = 4 * 1024 * 1024

const addTable = async (archive: ArchiveWriter, client: pg.ClientBase, { name, columns }: Table) => {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(`copy public.${quote(name)} (${columns.map(quote).join(', ')}) to stdout`))
  let number = 0
  let bytes = 0
  let kept: Buffer[] = []
  let keptSize = 0
  const flush = async () => {
    const piece = Buffer.concat(kept, keptSize)
    kept = []
    keptSize = 0
    hash.update(piece)
    bytes += piece.length
    await archive.add(pieceName(name, number++), piece)
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    kept.push(chunk)
    keptSize += chunk.length
    if (keptSize >= pieceSize) await flush()
  }
  if (keptSize > 0) await flush()
  return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Names in a folder of uploads; a folder that is not there has none. */
const namesIn = async (folder: string) => {
  try {
    return (await readdir(folder)).filter(isFileName).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Adds every uploaded file below `root`. */
export const addFiles = async (archive: ArchiveWriter, root: string) => {
  const added: Tail['files'] = {}
  for (const folder of folders)
    for (const name of await namesIn(join(root, folder))) {
      const path = join(root, folder, name)
      const found = await stat(path).catch(() => undefined)
      // Removed by a visitor's change since the folder was read.
      if (!found?.isFile()) continue
      const hash = createHash('sha256')
      const hashed = async function* () {
        for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
          hash.update(piece)
          yield piece
        }
      }
      await archive.addStream(fileEntry(folder, name), found.size, hashed(), found.mtime)
      added[fileEntry(folder, name)] = { size: found.size, sha256: hash.digest('hex') }
    }
  return added
}

/**
 * Writes a whole installation (all tables as of one moment, waiting mail, uploaded files) into one file that `importFrom` reads on any other
 * PostgreSQL from 14. The installation may be in use meanwhile. Nothing is left at `path` when it fails. Throws a `StartError` when the
 * database is empty.
 */
export const exportTo = async (
  path: string,
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  options: ExportOptions,
): Promise<Moved> => {
  const client = await pool.connect()
  const archive = writeArchive(path)
  let broken: Error | undefined
  try {
    await client.query(`begin isolation level repeatable read read only; ${plainSettings}`)
    const migration = (await appliedMigrations(client)).at(-1)
    if (!migration) throw new StartError('There is nothing to export: this database has no Botola in it.')
    const tables = await tablesInOrder(client)
    const work = await waitingWork(client, connection)
    const head: Head = {
      format: 1,
      made: new Date().toISOString(),
      migration,
      key: keyMark(options.secret),
      files: options.files === undefined ? 's3' : 'included',
      tables,
      sequences: await sequences(client),
      work,
    }
    await archive.add(headName, JSON.stringify(head, null, 1))
    const tail: Tail = { tables: {}, files: {} }
    for (const table of tables) tail.tables[table.name] = await addTable(archive, client, table)
    if (options.files !== undefined) tail.files = await addFiles(archive, options.files)
    await archive.add(tailName, JSON.stringify(tail, null, 1))
    await client.query('commit')
    await archive.close()
    const rows = Object.values(tail.tables).reduce((all, table) => all + table.rows, 0)
    return { tables: tables.length, rows, files: Object.keys(tail.files).length, jobs: work.jobs.length }
  } catch (error) {
    broken = error as Error
    await archive.abandon()
    throw error
  } finally {
    client.release(broken)
  }
}
