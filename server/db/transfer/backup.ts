import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../errors.ts'
import { appliedMigrations } from '../migrate.ts'
import type { Database } from '../open.ts'
import { type ArchiveWriter, writeArchive } from './archive-write.ts'
import { addFiles, type ExportOptions } from './export.ts'
import { keyMark } from './format.ts'

/** First and last entry of a backup. */
export const backupHeadName = 'botola-backup.json'
export const backupTailName = 'end.json'
export type BackupHead = { format: 1; made: string; major: string; migration: number; key: string }
/** Where the cluster stands in a backup. */
export const clusterPrefix = 'pg/data'

/** What PostgreSQL's manual says to leave out: it is of the running server, or made anew. The folders themselves have to be there. */
const emptied = new Set(['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_replslot'])
const leftOut = (name: string) =>
  /^(postmaster\.(pid|opts)(\..*)?|pg_internal\.init.*|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?)$/.test(name)
const last = 'global/pg_control'

const addFile = async (archive: ArchiveWriter, path: string, name: string) => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    // Dropped since the folder was read; the log of changes knows.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  const { size, mtime } = await file.stat()
  await archive.addStream(name, size, file.createReadStream() as AsyncIterable<Buffer>, mtime)
}

const addFolder = async (archive: ArchiveWriter, root: string, below = ''): Promise<void> => {
  await archive.add(`${clusterPrefix}/${below}`, '')
  const entries: Dirent[] = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of entries) {
    const path = `${below}${entry.name}`
    if (leftOut(entry.name) || path === last) continue
    if (entry.isFile()) await addFile(archive, join(root, path), `${clusterPrefix}/${path}`)
    else if (!entry.isDirectory()) continue
    else if (!below && emptied.has(entry.name)) await archive.add(`${clusterPrefix}/${path}/`, '')
    else await addFolder(archive, root, `${path}/`)
  }
}

/** The log of changes from the start of the backup to its end, without which the copied files do not fit together. */
const addLog = async (archive: ArchiveWriter, data: string, from: string, to: string) => {
  const names = (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= from && name <= to).sort()
  if (names[0] !== from) throw new Error(`the log ${from} is gone`)
  await archive.add(`${clusterPrefix}/pg_wal/archive_status/`, '')
  for (const name of names) await addFile(archive, join(data, 'pg_wal', name), `${clusterPrefix}/pg_wal/${name}`)
}

const copyCluster = async (archive: ArchiveWriter, client: pg.ClientBase, data: string) => {
  // Keeps the log from being recycled until this connection ends.
  await client.query("select pg_create_physical_replication_slot('botola_backup_' || pg_backend_pid(), true, true)")
  const { rows: begun } = await client.query<{ from: string }>("select pg_walfile_name(pg_backup_start('botola', true)) as from")
  await addFolder(archive, data)
  const { rows: done } = await client.query<{ to: string; label: string }>(
    'select pg_walfile_name(lsn) as to, labelfile as label from pg_backup_stop(false)',
  )
  const [from, { to, label }] = [begun[0]?.from ?? '', done[0] ?? { to: '', label: '' }]
  await archive.add(`${clusterPrefix}/backup_label`, label)
  await addLog(archive, data, from, to)
  await addFile(archive, join(data, last), `${clusterPrefix}/${last}`)
}

/**
 * Writes the embedded server's cluster and the uploaded files into one file while they are in use, faster than an export, for `restoreTo` of the
 * same Botola. Throws a `StartError` for a server of somebody else: that has its own backups.
 */
export const backupTo = async (
  path: string,
  { pool, embedded }: Pick<Database, 'pool' | 'embedded'>,
  options: ExportOptions,
): Promise<void> => {
  if (!embedded)
    throw new StartError('A backup is made of the embedded database only: use the backups of your PostgreSQL server, or the export.')
  const client = await pool.connect()
  const archive = writeArchive(path)
  let failed: Error | undefined
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    const head: BackupHead = {
      format: 1,
      made: new Date().toISOString(),
      major: String(Math.floor(Number(rows[0]?.version) / 10_000)),
      migration: (await appliedMigrations(client)).at(-1) ?? 0,
      key: keyMark(options.secret),
    }
    await archive.add(backupHeadName, JSON.stringify(head, null, 1))
    await copyCluster(archive, client, embedded.data)
    // After the rows, so that every picture that a row names is there.
    if (options.files !== undefined) await addFiles(archive, options.files)
    await archive.add(backupTailName, '{}')
    await archive.close()
  } catch (error) {
    failed = error as Error
    await archive.abandon()
    throw error
  } finally {
    // The slot, and a backup that was begun, end with the connection.
    client.release(failed ?? true)
  }
}
