import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { StartError } from '#server/db/errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { openCacheTagPubSub } from '#server/db/pub-sub.ts'
import { exitWithError } from '#server/exit-with-error.ts'
import { allTags, createInvalidator } from '#server/lib/cache-invalidation.ts'
import { createFileStore } from '#server/lib/files.ts'
import { removeDemoContent } from './remove.ts'
import { formatDemoJudgeCode, seedDemoContent } from './seed.ts'

const usage = `Usage: npm run demo:add        adds the demo content if there is none
       npm run demo:remove     removes the demo content; your own content stays`

const print = (text: string) => process.stdout.write(`${text}\n`)
const log = {
  info: () => {},
  warn: (first: object | string, text?: string) => process.stderr.write(`${text ?? String(first)}\n`),
  error: (first: object | string, text?: string) => process.stderr.write(`${text ?? String(first)}\n`),
}

const run = async (command: string | undefined) => {
  if (command !== 'add' && command !== 'remove') throw new StartError(usage)
  const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())
  const config = readConfig(process.env)
  const database = await openDatabase({
    ...(config.DATABASE_URL ? { url: config.DATABASE_URL } : {}),
    ...(config.MIGRATION_DATABASE_URL ? { ownerUrl: config.MIGRATION_DATABASE_URL } : {}),
    dataDir: config.DATA_DIR,
    log,
    max: 4,
  })
  try {
    await migrate(database, `${root}/server/db/migrations`)
    const files = createFileStore(config)
    if (command === 'add') {
      const added = await seedDemoContent({ db: database.db, files, log, root })
      print(added ? 'The demo content was added.' : 'The demo content already exists.')
      if (added?.judgeCode) print(formatDemoJudgeCode(added.judgeCode))
    } else print(`The demo content was removed: ${await removeDemoContent({ db: database.db, files })} rows.`)
    // running servers render their cached pages again
    const invalidator = createInvalidator(await openCacheTagPubSub(database, log))
    await invalidator.invalidate(allTags)
    await invalidator.close()
  } finally {
    await database.close()
  }
}

run(process.argv[2]).catch(exitWithError)
