import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'

/**
 * Writes the migration of a changed schema with drizzle-kit, and deletes all snapshots but the newest, the
 * only one that the next migration needs.
 */
const { status } = spawnSync(
  process.execPath,
  ['node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
const folder = 'server/platform/db/migrations/meta'
const snapshots = readdirSync(folder)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
for (const name of snapshots.slice(0, -1)) rmSync(`${folder}/${name}`)
process.exitCode = status ?? 1
