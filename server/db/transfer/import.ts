import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { typeOfName } from '#server/lib/file-names.ts'
import { type FileStore, type Folder, folders } from '#server/lib/files.ts'
import { StartError } from '../errors.ts'
import { appliedMigrations } from '../migrate.ts'
import type { Database } from '../open.ts'
import { type ArchiveEntry, ArchiveError, readArchive } from './archive-read.ts'
import type { Moved } from './export.ts'
import { fileOfEntry, type Head, headName, keyMark, type Tail, tableOfPiece, tailName } from './format.ts'
import { restoreWork } from './queue.ts'
import { plainSettings, quote, references, type Table, tablesInOrder } from './tables.ts'

export type ImportOptions = { secret: string; files: FileStore }

const demand = (fine: boolean, sentence: string) => {
  if (!fine) throw new StartError(sentence)
}

/** Both sides must be the same version of Botola with the same key, and the target must be empty. */
const check = async (head: Head, client: pg.ClientBase, secret: string) => {
  demand(head.format === 1, 'The file was made by a newer version of Botola: import it with that version.')
  const migration = (await appliedMigrations(client)).at(-1)
  demand(
    head.migration === migration,
    `The file was made by ${head.migration > (migration ?? 0) ? 'a newer' : 'an older'} version of Botola: export and import with the same version.`,
  )
  demand(
    head.key === keyMark(secret),
    'The file belongs to another SECRET_KEY: set SECRET_KEY to the one of the exported installation (or copy its DATA_DIR/secret-key), or its sealed personal data cannot be read.',
  )
  const tables = await tablesInOrder(client)
  const shape = (list: Table[]) => JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  demand(
    shape(tables) === shape(head.tables),
    'The tables of the file and of this database differ: export and import with the same version of Botola.',
  )
  await client.query(`lock table ${tables.map(({ name }) => `public.${quote(name)}`).join(', ')} in access exclusive mode`)
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from public.${quote(name)} limit 1`)
    demand(rows.length === 0, `The database is not empty (table ${name}): import into a new one.`)
  }
}

/** Keys that point to a table that comes later (tables in a circle) are looked at in the end. Returns what restores them. */
const deferCircles = async (client: pg.ClientBase, order: Table[]) => {
  const place = new Map(order.map(({ name }, index) => [name, index]))
  const late = (await references(client)).filter(({ from, to }) => (place.get(from) ?? 0) < (place.get(to) ?? 0))
  const alter = async (how: string) => {
    for (const { name, from } of late) await client.query(`alter table public.${quote(from)} alter constraint ${quote(name)} ${how}`)
  }
  await alter('deferrable initially deferred')
  return async () => {
    await client.query('set constraints all immediate')
    await alter('not deferrable')
  }
}

/** Pieces of one table after another go into one COPY each; the next table's first piece ends it. */
const loader = (client: pg.ClientBase, tables: Table[]) => {
  const loaded: Tail['tables'] = {}
  let now: { name: string; copy: ReturnType<typeof copyFrom>; hash: Hash; bytes: number; failed: Promise<never> } | undefined
  const finish = async () => {
    if (!now) return
    const { name, copy, hash, bytes, failed } = now
    now = undefined
    copy.end()
    await Promise.race([once(copy, 'finish'), failed])
    loaded[name] = { rows: copy.rowCount, bytes, sha256: hash.digest('hex') }
  }
  const open = (name: string) => {
    const table = tables.find((each) => each.name === name)
    if (!table || loaded[name]) throw new ArchiveError(`it holds an unexpected table ${name}`)
    const copy = client.query(copyFrom(`copy public.${quote(name)} (${table.columns.map(quote).join(', ')}) from stdin`))
    const failed = new Promise<never>((_, fail) => {
      copy.on('error', fail)
    })
    failed.catch(() => {})
    return { name, copy, hash: createHash('sha256'), bytes: 0, failed }
  }
  return {
    take: async (name: string, entry: ArchiveEntry) => {
      if (now?.name !== name) {
        await finish()
        now = open(name)
      }
      const current = now
      if (!current) return
      for await (const piece of entry.body()) {
        current.hash.update(piece)
        current.bytes += piece.length
        // One write at a time: after a refusal of the server a waiting one would meet no connection.
        await Promise.race([new Promise((done) => current.copy.write(piece, done)), current.failed])
      }
    },
    finish,
    loaded,
  }
}

const none = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }

/** The end of the file says what it must have held. */
const compare = (tail: Tail, tables: Table[], loaded: Tail['tables'], files: Tail['files']) => {
  for (const { name } of tables)
    if (JSON.stringify(tail.tables[name]) !== JSON.stringify(loaded[name] ?? none))
      throw new ArchiveError(`the table ${name} is not whole in it`)
  for (const name of new Set([...Object.keys(tail.files), ...Object.keys(files)]))
    if (JSON.stringify(tail.files[name]) !== JSON.stringify(files[name])) throw new ArchiveError(`the file ${name} is not whole in it`)
}

const parse = async <T>(entry: ArchiveEntry | undefined, name: string): Promise<T> => {
  if (entry?.name !== name) throw new ArchiveError('it is no export of Botola')
  return JSON.parse((await entry.bytes()).toString()) as T
}

/** Turns what a bad file causes into one sentence. */
export const damaged = (path: string, error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  if (
    error instanceof ArchiveError ||
    error instanceof SyntaxError ||
    code?.startsWith('Z_') ||
    code === 'ENOENT' ||
    code === 'EACCES' ||
    code === 'EISDIR'
  )
    return new StartError(`The file ${path} cannot be imported: ${(error as Error).message}.`, { cause: error })
  return error
}

/**
 * Reads a file of `exportTo` into an empty, migrated database and the file store: all or nothing. Throws a `StartError` with one sentence when
 * the file is damaged, was made by another version or with another key, or the database is not empty.
 */
export const importFrom = async (
  path: string,
  { pool, connection }: Pick<Database, 'pool' | 'connection'>,
  { secret, files }: ImportOptions,
): Promise<Moved> => {
  const client = await pool.connect()
  const stored: { folder: Folder; name: string }[] = []
  const found: Tail['files'] = {}
  const store = async (entry: ArchiveEntry) => {
    const file = fileOfEntry(entry.name)
    const folder = folders.find((each) => each === file?.folder)
    if (!file || !folder) throw new ArchiveError(`it holds an unexpected entry ${entry.name}`)
    const bytes = await entry.bytes()
    found[entry.name] = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    await files.put(folder, file.name, bytes, typeOfName(file.name))
    stored.push({ folder, name: file.name })
  }
  const entries = readArchive(path)
  let broken: Error | undefined
  try {
    const first = await entries.next()
    const head = await parse<Head>(first.done ? undefined : first.value, headName)
    await client.query(`begin; ${plainSettings}`)
    await check(head, client, secret)
    const restoreKeys = await deferCircles(client, head.tables)
    const tables = loader(client, head.tables)
    let tail: Tail | undefined
    for await (const entry of entries) {
      const table = tableOfPiece(entry.name)
      if (entry.name === tailName) tail = await parse<Tail>(entry, tailName)
      else if (table) await tables.take(table, entry)
      else await store(entry)
    }
    await tables.finish()
    if (!tail) throw new ArchiveError('the file ends too early')
    compare(tail, head.tables, tables.loaded, found)
    await restoreKeys()
    for (const [name, last] of Object.entries(head.sequences))
      if (last !== null) await client.query('select setval($1::regclass, $2)', [`public.${quote(name)}`, last])
    await restoreWork(head.work, client, connection)
    await client.query('commit')
    const rows = Object.values(tables.loaded).reduce((all, each) => all + each.rows, 0)
    return { tables: head.tables.length, rows, files: stored.length, jobs: head.work.jobs.length }
  } catch (error) {
    broken = error as Error
    for (const { folder, name } of stored) await files.remove(folder, name).catch(() => {})
    throw damaged(path, error)
  } finally {
    await entries.return(undefined)
    // A connection with an open transaction is closed, which takes everything back.
    client.release(broken)
    if (!broken) await pool.query('analyze').catch(() => {})
  }
}
