import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { findSqlStateOrSystemCode, StartError } from '#server/platform/db/errors.ts'
import { type UploadFolder, uploadFolders } from '#server/platform/lib/files.ts'
import { isValidFileName } from '#server/platform/lib/stored-files.ts'
import {
  type BackupEntry,
  BackupFileError,
  type BackupHead,
  type BackupHeader,
  type BackupTail,
  backupHeaderStart,
  createBlockDecryptor,
  deriveBackupKeyAndId,
  formatVersion,
} from './format.ts'
import type { BackupSource } from './places.ts'
import type { BackupSummary } from './write-backup.ts'

const damaged = () => new BackupFileError('it is damaged or incomplete')

/** Creates functions that read a stream in pieces of a requested length. */
const createReader = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Returns false at the end of the stream. */
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) return false
      rest = next.value
    }
    return true
  }
  /** Takes bytes that are in memory already. */
  const take = (size: number): Buffer => {
    const piece = rest.subarray(0, size)
    rest = rest.subarray(piece.length)
    return piece
  }
  return {
    hasMore: fill,
    /** Returns the first bytes of what is left, without reading them. */
    peek: async (): Promise<Buffer> => ((await fill()) ? rest.subarray(0, 4096) : Buffer.alloc(0)),
    /**
     * Reads a line without its end; undefined when it has more than `limit` bytes or the stream ends before.
     * `bytes` is what was read.
     */
    readLine: async (limit: number): Promise<{ line: string | undefined; bytes: Buffer }> => {
      let bytes: Buffer = Buffer.alloc(0)
      while (bytes.length <= limit && (await fill())) {
        const end = rest.indexOf(10)
        bytes = Buffer.concat([bytes, take(end < 0 ? rest.length : end + 1)])
        if (end >= 0) return { line: bytes.toString('utf8', 0, bytes.length - 1), bytes }
      }
      return { line: undefined, bytes }
    },
    readBytes: async function* (size: number): AsyncGenerator<Buffer> {
      for (let left = size; left > 0; ) {
        if (!(await fill())) throw damaged()
        const piece = take(left)
        left -= piece.length
        yield piece
      }
    },
    readAll: async function* (): AsyncGenerator<Buffer> {
      while (await fill()) yield take(rest.length)
    },
  }
}

const parseJson = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T
  } catch (error) {
    throw new BackupFileError('its description is damaged', { cause: error })
  }
}

/** The first bytes of decompressed backups of earlier versions, which were archives without encryption. */
const formerStart = /^botola(-backup)?\.json\0/
const isFormerBackup = (bytes: Buffer): boolean => {
  try {
    const text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1', 0, 100)
    return formerStart.test(text)
  } catch {
    return false
  }
}

const newerVersion = ({ version }: BackupHeader) =>
  new BackupFileError(
    `a newer version of Botola made it (${version}), with which or with a later one it can be restored`,
  )

/**
 * Reads the first line. Throws a `BackupFileError` for other files and for backups of versions whose files
 * this one cannot read.
 */
const readHeader = async ({
  peek,
  readLine,
}: ReturnType<typeof createReader>): Promise<{ header: BackupHeader; bytes: Buffer }> => {
  if (isFormerBackup(await peek()))
    throw new BackupFileError(
      'it was made by an earlier version of Botola without encryption: restore it with that version, start this version with that database, which it updates, and make a new backup',
    )
  const { line, bytes } = await readLine(4096)
  // the file may end within the first line
  if (!backupHeaderStart.startsWith(bytes.toString('utf8', 0, backupHeaderStart.length)))
    throw new BackupFileError('it is not a backup of Botola')
  if (line === undefined) throw damaged()
  const header = parseJson<BackupHeader>(line)
  if (header.formatVersion > formatVersion) throw newerVersion(header)
  return { header, bytes }
}

/** The keys that the installation knows, and the timestamps of the migrations of this version. */
export type ReadBackupOptions = {
  secrets: { SECRET_KEY: string; SECRET_KEY_OLD: string[] }
  migrations: readonly number[]
}

/**
 * What happens to the parts of a backup while it is read; without handlers it is only checked. A part that a
 * handler gets is authentic, but whether all parts are there is known only at the end.
 */
type BackupHandlers = {
  onHead?: (head: BackupHead, header: BackupHeader) => Promise<void>
  onRows?: (table: string, bytes: AsyncIterable<Buffer>) => Promise<void>
  onFile?: (
    file: { folder: UploadFolder; name: string; size: number },
    bytes: AsyncIterable<Buffer>,
  ) => Promise<void>
}

const countLineEnds = (bytes: Buffer) => {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}

/** Reads the entries, and compares them with the checksums of the last one. */
const readEntries = async (
  { readLine, readBytes, hasMore }: ReturnType<typeof createReader>,
  header: BackupHeader,
  { onHead, onRows, onFile }: BackupHandlers,
): Promise<BackupSummary> => {
  const unexpected = (what: string) => new BackupFileError(`it contains an unexpected ${what}`)
  const readJson = async <T>(size: number) => {
    const pieces: Buffer[] = []
    for await (const piece of readBytes(size)) pieces.push(piece)
    return parseJson<T>(Buffer.concat(pieces).toString())
  }
  /** Passes bytes to a handler and to `onPiece`, also those that the handler leaves. */
  const pass = async (
    size: number,
    onPiece: (piece: Buffer) => void,
    handle?: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  ) => {
    const bytes = (async function* () {
      for await (const piece of readBytes(size)) {
        onPiece(piece)
        yield piece
      }
    })()
    await handle?.(bytes)
    for await (const _ of bytes);
  }
  let head: BackupHead | undefined
  let tail: BackupTail | undefined
  const tables = new Map<string, { rows: number; hash: Hash }>()
  const files: BackupTail['files'] = {}
  while (!tail) {
    const { line } = await readLine(64 * 1024)
    if (line === undefined) throw damaged()
    const entry = parseJson<BackupEntry>(line)
    if (!head) {
      if (entry.type !== 'head') throw unexpected(entry.type)
      head = await readJson<BackupHead>(entry.size)
      for (const { name } of head.tables) tables.set(name, { rows: 0, hash: createHash('sha256') })
      await onHead?.(head, header)
    } else if (entry.type === 'rows') {
      const table = tables.get(entry.table)
      if (!table) throw unexpected(`table ${entry.table}`)
      const count = (piece: Buffer) => {
        table.hash.update(piece)
        table.rows += countLineEnds(piece)
      }
      await pass(entry.size, count, onRows && ((bytes) => onRows(entry.table, bytes)))
    } else if (entry.type === 'file') {
      const { name, size } = entry
      const folder = uploadFolders.find((each) => each === entry.folder)
      if (!folder || !isValidFileName(name)) throw unexpected(`file ${entry.folder}/${name}`)
      const hash = createHash('sha256')
      await pass(
        size,
        (piece) => hash.update(piece),
        onFile && ((bytes) => onFile({ folder, name, size }, bytes)),
      )
      files[`${folder}/${name}`] = { size, sha256: hash.digest('hex') }
    } else if (entry.type === 'tail') tail = await readJson<BackupTail>(entry.size)
    else throw unexpected('part')
  }
  if (await hasMore()) throw damaged()
  for (const [name, { rows, hash }] of tables)
    if (JSON.stringify(tail.tables[name]) !== JSON.stringify({ rows, sha256: hash.digest('hex') }))
      throw new BackupFileError(`the table ${name} is incomplete`)
  for (const name of new Set([...Object.keys(tail.files), ...Object.keys(files)]))
    if (JSON.stringify(tail.files[name]) !== JSON.stringify(files[name]))
      throw new BackupFileError(`the file ${name} is incomplete`)
  const rows = [...tables.values()].reduce((all, each) => all + each.rows, 0)
  return { tables: tables.size, rows, files: Object.keys(files).length, jobs: head?.work.jobs.length ?? 0 }
}

const fileProblems: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/**
 * Returns the problem of the backup `name` that caused an error, as the end of a sentence; undefined for
 * other errors.
 */
const findProblem = (name: string, error: unknown): string | undefined => {
  const { code = '', message, path } = error as NodeJS.ErrnoException
  if (error instanceof BackupFileError) return message
  if (code.startsWith('Z_')) return 'it is damaged or incomplete'
  const databaseCode = findSqlStateOrSystemCode(error) ?? ''
  if (databaseCode === 'ENOSPC' || databaseCode === '53100') return 'the disk is full'
  return path === undefined || path === name ? fileProblems[code] : undefined
}

/** Converts the errors of a file that cannot be restored to a `StartError` with one sentence. */
export const toRestoreErrorOrUnchanged = ({ name }: BackupSource, error: unknown): unknown => {
  const problem = findProblem(name, error)
  return problem
    ? new StartError(`The file ${name} cannot be restored: ${problem}.`, { cause: error })
    : error
}

/** Reads a backup to its end, in constant memory. Throws an error that `toRestoreErrorOrUnchanged` converts. */
export const streamBackupToHandlersAndVerify = async (
  source: BackupSource,
  { secrets, migrations }: ReadBackupOptions,
  handlers: BackupHandlers = {},
): Promise<{ header: BackupHeader; summary: BackupSummary }> => {
  const file = createReader(await source.open())
  const { header, bytes } = await readHeader(file)
  if (!migrations.includes(header.migration)) throw newerVersion(header)
  const key = [secrets.SECRET_KEY, ...secrets.SECRET_KEY_OLD]
    .map((secret) => deriveBackupKeyAndId(secret, header.salt))
    .find(({ id }) => id === header.key)
  if (!key)
    throw new BackupFileError(
      'it belongs to another SECRET_KEY. Set SECRET_KEY to that of the backed-up installation (or copy its DATA_DIR/secret-key), or add it to SECRET_KEY_OLD',
    )
  let summary: BackupSummary | undefined
  await pipeline(
    file.readAll(),
    createBlockDecryptor(key.encryptionKey, bytes),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      summary = await readEntries(createReader(plain), header, handlers)
    },
  )
  if (!summary) throw damaged()
  return { header, summary }
}

/**
 * Checks a backup without restoring it: whether every part is authentic and complete, by its checksums.
 * Throws a `StartError`.
 */
export const verifyBackup = (
  source: BackupSource,
  options: ReadBackupOptions,
): ReturnType<typeof streamBackupToHandlersAndVerify> =>
  streamBackupToHandlersAndVerify(source, options).catch((error: unknown) => {
    throw toRestoreErrorOrUnchanged(source, error)
  })
