import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#server/platform/db/errors.ts'

/** The system user that runs PostgreSQL. Undefined means the user of this process. */
export type DatabaseUser = { uid: number; gid: number; name: string } | undefined

const nobody = { uid: 65534, gid: 65534, name: 'nobody' }

const lookUpId = (flag: '-u' | '-g', user: string) => {
  const result = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout.trim()) : Number.NaN
}

const lookUpUserName = (uid: number) => {
  const result = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return result.status === 0 ? result.stdout.trim() : `number ${uid}`
}

/** Returns the owner of a folder, or undefined if it does not exist. */
const readOwner = (folder: string) => {
  try {
    const { uid, gid } = statSync(folder)
    return { uid, gid }
  } catch {
    return undefined
  }
}

/**
 * Chooses the system user that runs PostgreSQL, which refuses to run as root. For root this is the owner of
 * the existing database folder, else the user `postgres` if it exists, else `nobody`.
 */
export const chooseDatabaseSystemUser = (folder: string): DatabaseUser => {
  if (process.getuid?.() !== 0) return undefined
  const owner = readOwner(folder)
  if (owner && owner.uid !== 0) return { ...owner, name: lookUpUserName(owner.uid) }
  const uid = lookUpId('-u', 'postgres')
  const gid = lookUpId('-g', 'postgres')
  return uid > 0 && gid > 0 ? { uid, gid, name: 'postgres' } : nobody
}

/** Throws a `StartError` when this process is not root and the database folder belongs to another user. */
export const assertFolderOwner = (folder: string): void => {
  const uid = process.getuid?.()
  const owner = readOwner(folder)
  if (uid === undefined || uid === 0 || !owner || owner.uid === uid) return
  throw new StartError(
    `The database folder ${folder} belongs to the user ${lookUpUserName(owner.uid)}: start Botola as that user, or set DATA_DIR to another folder.`,
  )
}

/** Returns the first folder of `path` (itself included) that `user` may not enter, or undefined. */
export const findFolderUserCannotEnter = (path: string, user: DatabaseUser): string | undefined => {
  if (!user) return undefined
  const folders: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder)
    if (dirname(folder) === folder) break
  }
  return folders.find((folder) => {
    const { uid, gid, mode } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    return (mode & bit) === 0
  })
}
