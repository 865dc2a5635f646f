import { chownSync, existsSync, mkdtempSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { typeOfName } from '#server/lib/file-names.ts'
import { type FileStore, type Folder, folders } from '#server/lib/files.ts'
import { embeddedMajor } from '../embedded/embedded.ts'
import { type Layout, prepareLayout } from '../embedded/layout.ts'
import { StartError } from '../errors.ts'
import { type ArchiveEntry, ArchiveError, readArchive } from './archive-read.ts'
import { type BackupHead, backupHeadName, backupTailName, clusterPrefix } from './backup.ts'
import { fileOfEntry, keyMark } from './format.ts'
import { damaged } from './import.ts'

export type RestoreOptions = { secret: string; files: FileStore }

const own = (path: string, { user }: Layout) => {
  if (user) chownSync(path, user.uid, user.gid)
}

const writeEntry = async (entry: ArchiveEntry, path: string, layout: Layout) => {
  if (entry.name.endsWith('/')) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    own(path, layout)
    return
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of entry.body()) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
  own(path, layout)
}

/** The path of an entry below the cluster; undefined for others. A name that leads out of it is refused. */
const insideCluster = (name: string) => {
  if (!name.startsWith(`${clusterPrefix}/`)) return undefined
  if (name.split('/').includes('..')) throw new ArchiveError(`it holds an unexpected entry ${name}`)
  return name.slice(clusterPrefix.length + 1)
}

const check = (head: BackupHead, layout: Layout, secret: string) => {
  if (head.format !== 1 || head.major !== embeddedMajor)
    throw new StartError(
      `The backup is of PostgreSQL ${head.major}, this Botola brings ${embeddedMajor}: restore it with the Botola that made it.`,
    )
  if (head.key !== keyMark(secret))
    throw new StartError(
      'The backup belongs to another SECRET_KEY: set SECRET_KEY to the one it was made with (or copy its DATA_DIR/secret-key), or its sealed personal data cannot be read.',
    )
  if (existsSync(layout.data)) throw new StartError(`There is a database in ${layout.root} already: restore into a new DATA_DIR.`)
}

/**
 * Puts a file of `backupTo` into a `dataDir` that has no database yet; the next start opens it. All or nothing. Throws a `StartError` with one
 * sentence when the file is damaged or belongs to another version or key, or a database is there already.
 */
export const restoreTo = async (dataDir: string, path: string, { secret, files }: RestoreOptions): Promise<void> => {
  const layout = prepareLayout(dataDir)
  const aside = mkdtempSync(join(layout.root, `init-${process.pid}-`))
  const stored: { folder: Folder; name: string }[] = []
  const entries = readArchive(path)
  try {
    own(aside, layout)
    const first = await entries.next()
    if (first.done || first.value.name !== backupHeadName) throw new ArchiveError('it is no backup of Botola')
    check(JSON.parse((await first.value.bytes()).toString()) as BackupHead, layout, secret)
    let whole = false
    for await (const entry of entries) {
      const below = insideCluster(entry.name)
      const file = fileOfEntry(entry.name)
      const folder = folders.find((each) => each === file?.folder)
      if (below !== undefined) await writeEntry(entry, join(aside, below), layout)
      else if (file && folder) {
        await files.put(folder, file.name, await entry.bytes(), typeOfName(file.name))
        stored.push({ folder, name: file.name })
      } else if (entry.name === backupTailName) whole = true
      else throw new ArchiveError(`it holds an unexpected entry ${entry.name}`)
    }
    if (!whole) throw new ArchiveError('the file ends too early')
    await rename(aside, layout.data)
  } catch (error) {
    for (const { folder, name } of stored) await files.remove(folder, name).catch(() => {})
    await rm(aside, { recursive: true, force: true })
    throw damaged(path, error)
  } finally {
    await entries.return(undefined)
  }
}
