import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/platform/db/errors.ts'
import { ensureDataFolder, toDataFolderErrorOrUnchanged } from '#server/platform/lib/data-folder.ts'
import {
  assertFolderOwner,
  chooseDatabaseSystemUser,
  type DatabaseUser,
  findFolderUserCannotEnter,
} from './system-user.ts'

/** The folders and files of an embedded server, and the system user that runs it. */
export type ServerPaths = {
  root: string
  data: string
  socket: string
  log: string
  user: DatabaseUser
}

/**
 * Maximum length of a socket path in bytes. The shortest limit of the supported systems is 104 (macOS), with
 * the closing zero.
 */
const socketLimit = 100
const socketName = '/.s.PGSQL.5432'

/** Creates a private folder of the database's user if it does not exist. */
export const ensurePrivateFolder = (folder: string, user: DatabaseUser) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

/**
 * Creates a private folder with a short path for the socket, because the path of the database folder is too
 * long.
 */
const createShortSocketFolder = (root: string, user: DatabaseUser) => {
  const uid = user?.uid ?? process.getuid?.() ?? 0
  const name = `botola-${uid}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const base = Buffer.byteLength(join(tmpdir(), name) + socketName) > socketLimit ? '/tmp' : tmpdir()
  const folder = join(realpathSync(base), name)
  ensurePrivateFolder(folder, user)
  chmodSync(folder, 0o700)
  // Every user can create folders there: only a real folder of the database's own user is trusted.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid)
    throw new StartError(`The folder ${folder} belongs to another user: remove it.`)
  return folder
}

/**
 * Creates the folders of the embedded server under `dataDir`, owned by the user that runs it, and returns
 * their paths. Throws a `StartError` that names `DATA_DIR` when the folder is not writable, belongs to
 * another user, or is below a folder that the database's user may not enter.
 */
export const createServerFolders = (dataDir: string): ServerPaths => {
  try {
    ensureDataFolder(dataDir)
    const folder = join(realpathSync(dataDir), 'pg')
    const user = chooseDatabaseSystemUser(folder)
    assertFolderOwner(folder)
    ensurePrivateFolder(folder, user)
    const root = realpathSync(folder)
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    const blocked = findFolderUserCannotEnter(root, user)
    if (blocked)
      throw new StartError(
        `The database runs as the user ${user?.name}, who may not enter ${blocked}: set DATA_DIR to a folder outside of it (for example /var/lib/botola), or start Botola as an ordinary user.`,
      )
    const socketFolder = join(root, 'sock')
    const isTooLong = Buffer.byteLength(socketFolder + socketName) > socketLimit
    if (!isTooLong) ensurePrivateFolder(socketFolder, user)
    return {
      root,
      data: join(root, 'data'),
      socket: isTooLong ? createShortSocketFolder(root, user) : socketFolder,
      log: join(root, 'server.log'),
      user,
    }
  } catch (error) {
    throw toDataFolderErrorOrUnchanged(dataDir, error)
  }
}
