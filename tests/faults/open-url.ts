import { StartError } from '#server/platform/db/errors.ts'
import { openDatabaseOrStartEmbedded } from '#server/platform/db/open.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
openDatabaseOrStartEmbedded({ url: process.env.DATABASE_URL ?? '', dataDir: 'nowhere', log }).then(
  (database) => database.close(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  },
)
