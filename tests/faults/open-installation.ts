import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openMigrateAndSeedInstallation } from '#server/open-installation.ts'
import { createLogger } from '#server/platform/lib/logger.ts'

// A process that starts as the server does, up to its first request: it migrates the database and completes
// the steps after that. Says `open` and ends.
const core = await openMigrateAndSeedInstallation(
  readConfig(process.env),
  createLogger('error'),
  resolve('.'),
)
await core.close()
process.stdout.write('open\n')
