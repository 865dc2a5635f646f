import { readFileSync } from 'node:fs'
import { readAppliedMigrations } from '#server/db/migrate.ts'
import type { Core } from '#server/deps.ts'
import { readDiskSpace } from '#server/lib/data-folder.ts'

/** Milliseconds after which a check counts as failed, and for which its result is used again. */
const limits = { timeout: 2000, reuse: 1000 }

export type Readiness = { database: boolean; migrations: boolean; files: boolean; disk: boolean }

const succeeds = async (check: () => Promise<boolean>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limits.timeout)
  })
  try {
    return await Promise.race([check(), timeout])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Creates the check whether this process can answer requests: its database has the newest migration of `root`, its files can be written, and the disk is not full. */
export const createReadinessCheck = ({ config, database, files }: Core, root: string) => {
  const journal = JSON.parse(readFileSync(`${root}/server/db/migrations/meta/_journal.json`, 'utf8')) as { entries: { when: number }[] }
  const newest = Math.max(...journal.entries.map(({ when }) => when))

  const check = async (): Promise<Readiness> => {
    const [isConnected, isMigrated, isWritable, hasSpace] = await Promise.all([
      succeeds(async () => (await database.pool.query('select 1')).rowCount === 1),
      succeeds(async () => (await readAppliedMigrations(database.pool)).includes(newest)),
      succeeds(async () => {
        await files.check()
        return true
      }),
      succeeds(async () => !(await readDiskSpace(config.DATA_DIR)).isFull),
    ])
    return { database: isConnected, migrations: isMigrated, files: isWritable, disk: hasSpace }
  }
  let last: { at: number; result: Promise<Readiness> } | undefined
  /** Returns the result of the last second, or checks again. Never throws. */
  return (): Promise<Readiness> => {
    if (!last || performance.now() - last.at > limits.reuse) last = { at: performance.now(), result: check() }
    return last.result
  }
}
