import { spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, fsyncSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/db/errors.ts'
import type { ServerPaths } from './folders.ts'
import { isProcessRunning } from './lock-owner.ts'

/** The environment of the database's programs: nothing of ours may steer them. */
export const getServerEnvironment = (): Record<string, string> => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' })

/** How the new cluster is told its encoding: independent of the machine's languages, Unicode-aware case and classes. */
const localeArguments = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']

const runInitdb = (layout: ServerPaths, bin: string, folder: string, args: readonly string[]) =>
  new Promise<void>((done, fail) => {
    // The folder goes by the environment: as an argument it would pass through a shell.
    const child = spawn(join(bin, 'initdb'), ['-U', 'postgres', '-A', 'trust', '--no-instructions', ...args], {
      cwd: '/',
      env: { ...getServerEnvironment(), PGDATA: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(layout.user ? { uid: layout.user.uid, gid: layout.user.gid } : {}),
    })
    let said = ''
    child.stderr?.on('data', (piece) => {
      said = (said + piece).slice(-4000)
    })
    // Made for another C library (Alpine), or the system forbids changing the user.
    child.on('error', (error) => fail(new StartError(`The database program cannot be run here (${error.message}): set DATABASE_URL.`)))
    child.on('close', (code) => {
      const [why = `exit code ${code}`] = said.match(/(error|FATAL): .*/) ?? []
      if (code === 0) done()
      else fail(new StartError(`The database could not be made in ${layout.root}: ${why.replace(/^(error|FATAL): +/, '')}.`))
    })
  })

/** Removes what first starts that were killed have left. One that still runs keeps its folder. */
const removeAbandonedFolders = (root: string) => {
  for (const name of readdirSync(root)) {
    const pid = /^init-(\d+)-/.exec(name)?.[1]
    if (!pid || (Number(pid) !== process.pid && isProcessRunning(Number(pid)))) continue
    try {
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // The killed start's initdb may still be writing for a moment: a later start removes it.
    }
  }
}

const syncFolder = (folder: string) => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Makes the cluster when there is none: aside, then renamed, since `initdb` killed half-way leaves a folder that no server can start on. Two
 * first starts at once both make one; the second to finish throws its own away. Throws a `StartError` when it cannot be made or was made by
 * another major version of PostgreSQL.
 */
export const ensureCluster = async (
  layout: ServerPaths,
  bin: string,
  major: string,
  args: readonly string[] = localeArguments,
): Promise<boolean> => {
  removeAbandonedFolders(layout.root)
  const marker = join(layout.data, 'PG_VERSION')
  if (!existsSync(marker)) {
    const aside = mkdtempSync(join(layout.root, `init-${process.pid}-`))
    if (layout.user) chownSync(aside, layout.user.uid, layout.user.gid)
    try {
      await runInitdb(layout, bin, aside, args)
      if (!existsSync(marker)) renameSync(aside, layout.data)
      syncFolder(layout.root)
    } catch (error) {
      const lost = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (!lost || !existsSync(marker)) throw error
    } finally {
      rmSync(aside, { recursive: true, force: true, maxRetries: 3 })
    }
    return true
  }
  const found = readFileSync(marker, 'utf8').trim()
  if (found !== major)
    throw new StartError(
      `The database in ${layout.root} was made by PostgreSQL ${found}, this is ${major}: export it with the Botola that made it, then import it into an empty DATA_DIR.`,
    )
  return false
}
