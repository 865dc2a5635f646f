import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/db/errors.ts'
import { assertOwnership, chooseDatabaseUser, type DatabaseUser, findInaccessibleFolder } from './system-user.ts'

/** Where an embedded server lives: everything below `root`, its user, the folder of its programs. */
export type ServerPaths = {
  root: string
  data: string
  socket: string
  log: string
  user: DatabaseUser
}

/** The shortest limit of the systems we run on is 104 bytes (macOS) with the closing zero. */
const socketLimit = 100
const socketName = '/.s.PGSQL.5432'

/** A private folder of the database's user; one that is there stays. */
export const ensurePrivateFolder = (folder: string, user: DatabaseUser) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

/** A short private folder for the socket of a database whose own path is too long for one. */
const createShortSocketFolder = (root: string, user: DatabaseUser) => {
  const uid = user?.uid ?? process.getuid?.() ?? 0
  const name = `botola-${uid}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const base = Buffer.byteLength(join(tmpdir(), name) + socketName) > socketLimit ? '/tmp' : tmpdir()
  const folder = join(realpathSync(base), name)
  ensurePrivateFolder(folder, user)
  chmodSync(folder, 0o700)
  // Anybody may make folders there: only a real one of the database's own user is trusted.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid) throw new StartError(`The folder ${folder} belongs to somebody else: remove it.`)
  return folder
}

/**
 * Makes the folders of the embedded server under `dataDir`, owned by the user that will run it. Throws a `StartError` naming `DATA_DIR` when
 * that is impossible: not writable, of another user, or below a folder that the database's user may not enter.
 */
export const prepareServerPaths = (dataDir: string): ServerPaths => {
  try {
    mkdirSync(dataDir, { recursive: true })
    const below = join(realpathSync(dataDir), 'pg')
    const user = chooseDatabaseUser(below)
    assertOwnership(below)
    ensurePrivateFolder(below, user)
    const root = realpathSync(below)
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    const blocked = findInaccessibleFolder(root, user)
    if (blocked)
      throw new StartError(
        `The database runs as the user ${user?.name}, who may not enter ${blocked}: set DATA_DIR to a folder outside of it (for example /var/lib/botola), or start Botola as an ordinary user.`,
      )
    const own = join(root, 'sock')
    const long = Buffer.byteLength(own + socketName) > socketLimit
    if (!long) ensurePrivateFolder(own, user)
    return { root, data: join(root, 'data'), socket: long ? createShortSocketFolder(root, user) : own, log: join(root, 'server.log'), user }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code))
      throw new StartError(
        `The data folder cannot be used (${code} at ${path ?? dataDir}): make it writable, or set DATA_DIR to another one.`,
      )
    throw error
  }
}
