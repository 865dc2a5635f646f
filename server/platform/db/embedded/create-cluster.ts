import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/platform/db/errors.ts'
import type { ServerPaths } from './folders.ts'
import { isProcessRunning } from './lock-owner.ts'

/**
 * Returns the environment of the PostgreSQL programs. It has nothing of this process's environment but PATH.
 */
export const getPostgresEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
})

/**
 * Encoding and locale of a new cluster: Unicode, independent of the languages of the machine. Before 17 the C
 * library has this locale.
 */
const buildLocaleArguments = (major: string) => [
  ...['-E', 'UTF8', '--locale=C.UTF-8'],
  ...(Number(major) >= 17 ? ['--locale-provider=builtin'] : []),
]

const runInitdb = (layout: ServerPaths, bin: string, folder: string, args: readonly string[]) =>
  new Promise<void>((done, fail) => {
    // The folder is set in the environment, because initdb passes arguments through a shell.
    const child = spawn(
      join(bin, 'initdb'),
      ['-U', 'postgres', '-A', 'trust', '--no-instructions', ...args],
      {
        cwd: '/',
        env: { ...getPostgresEnvironment(), PGDATA: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
        ...(layout.user ? { uid: layout.user.uid, gid: layout.user.gid } : {}),
      },
    )
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
    // The program needs another C library (Alpine), or the system forbids changing the user.
    child.on('error', (error) =>
      fail(new StartError(`The database program cannot be run here (${error.message}): set DATABASE_URL.`)),
    )
    child.on('close', (code) => {
      const [reason = `exit code ${code}`] = output.match(/(error|FATAL): .*/) ?? []
      if (code === 0) done()
      else
        fail(
          new StartError(
            `The database could not be made in ${layout.root}: ${reason.replace(/^(error|FATAL): +/, '')}.`,
          ),
        )
    })
  })

/** Removes the temporary folders of killed processes. A running process keeps its folder. */
const removeAbandonedFolders = (root: string) => {
  for (const name of readdirSync(root)) {
    const pid = /^init-(\d+)-/.exec(name)?.[1]
    if (!pid || (Number(pid) !== process.pid && isProcessRunning(Number(pid)))) continue
    try {
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // The initdb of a killed process may still write for a moment: a later start removes its folder.
    }
  }
}

const syncFolder = (folder: string) => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Creates the cluster if it does not exist. It is created in a temporary folder and then renamed, because a
 * killed `initdb` leaves a folder on which no server starts. When two processes create it at the same time,
 * the second to finish discards its own. `args` are further arguments of `initdb`. Returns true when the
 * cluster is new. Throws a `StartError` when it cannot be created or belongs to another major version of
 * PostgreSQL.
 */
export const createClusterOrAssertVersion = async (
  layout: ServerPaths,
  bin: string,
  major: string,
  args: readonly string[] = [],
): Promise<boolean> => {
  removeAbandonedFolders(layout.root)
  const marker = join(layout.data, 'PG_VERSION')
  if (!existsSync(marker)) {
    const temporary = mkdtempSync(join(layout.root, `init-${process.pid}-`))
    if (layout.user) chownSync(temporary, layout.user.uid, layout.user.gid)
    try {
      await runInitdb(layout, bin, temporary, [...buildLocaleArguments(major), ...args])
      if (!existsSync(marker)) renameSync(temporary, layout.data)
      syncFolder(layout.root)
    } catch (error) {
      const isNotFirst = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (!isNotFirst || !existsSync(marker)) throw error
    } finally {
      rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
    }
    return true
  }
  const found = readFileSync(marker, 'utf8').trim()
  if (found !== major)
    throw new StartError(
      `The database in ${layout.root} was made by PostgreSQL ${found}, this is ${major}: set PG_BIN to the programs of ${found}, or move the data with db:backup and db:restore into an empty DATA_DIR.`,
    )
  return false
}
