import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#server/db/errors.ts'

/** The system user that runs PostgreSQL: undefined stands for the user of this process. */
export type DatabaseUser = { uid: number; gid: number; name: string } | undefined

const nobody = { uid: 65534, gid: 65534, name: 'nobody' }

const lookUpId = (flag: '-u' | '-g', user: string) => {
  const asked = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return asked.status === 0 ? Number(asked.stdout.trim()) : Number.NaN
}

const lookUpUserName = (uid: number) => {
  const asked = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return asked.status === 0 ? asked.stdout.trim() : `number ${uid}`
}

/** Owner of a folder, or undefined when it is not there. */
const readOwner = (folder: string) => {
  try {
    const { uid, gid } = statSync(folder)
    return { uid, gid }
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL refuses to run as root. Then the owner of the existing database folder runs it (an installation made by an ordinary user stays
 * theirs), else `postgres` where that user exists, else `nobody`.
 */
export const chooseDatabaseUser = (folder: string): DatabaseUser => {
  if (process.getuid?.() !== 0) return undefined
  const owner = readOwner(folder)
  if (owner && owner.uid !== 0) return { ...owner, name: lookUpUserName(owner.uid) }
  const uid = lookUpId('-u', 'postgres')
  const gid = lookUpId('-g', 'postgres')
  return uid > 0 && gid > 0 ? { uid, gid, name: 'postgres' } : nobody
}

/** Throws a `StartError` when an ordinary user meets a database folder of somebody else. */
export const assertOwnership = (folder: string): void => {
  const me = process.getuid?.()
  const owner = readOwner(folder)
  if (me === undefined || me === 0 || !owner || owner.uid === me) return
  throw new StartError(
    `The database folder ${folder} belongs to the user ${lookUpUserName(owner.uid)}: start Botola as that user, or set DATA_DIR to another folder.`,
  )
}

/** The first folder on the way to `path` (itself included) that `user` may not enter, or undefined. */
export const findInaccessibleFolder = (path: string, user: DatabaseUser): string | undefined => {
  if (!user) return undefined
  const way: string[] = []
  for (let at = path; ; at = dirname(at)) {
    way.unshift(at)
    if (dirname(at) === at) break
  }
  return way.find((folder) => {
    const { uid, gid, mode } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    return (mode & bit) === 0
  })
}
