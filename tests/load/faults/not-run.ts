import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A fault cannot be done on this machine. `message` is the reason, such as `haproxy is not installed`. */
export class NotRunError extends Error {}

/**
 * Finds a program in the folders of PATH and in those of system programs. Throws a `NotRunError` when it is
 * not installed.
 */
export const findProgram = (name: string, folders: readonly string[] = []): string => {
  const all = [...folders, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const found = all.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new NotRunError(`${name} is not installed`)
  return found
}
