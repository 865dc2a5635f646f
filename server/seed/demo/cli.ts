import { resolve } from 'node:path'
import {
  commandLog,
  openDatabaseForCommand,
  parseCommandLineOrExit,
  print,
  printErrorAndSetExitCode,
} from '#server/command-line.ts'
import { readConfig } from '#server/config.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { migrateDatabaseAndGrantRights } from '#server/platform/db/migrate.ts'
import { openCacheTagPubSub } from '#server/platform/db/pub-sub.ts'
import { allTags, createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'
import { createFileStore } from '#server/platform/lib/files.ts'
import { formatRemovedDemoContent, removeDemoContentAndFiles } from './remove.ts'
import { formatDemoJudgeCodeLine, seedDemoContentIfMissing } from './seed.ts'

const usage = `Usage: npm run demo:add        adds the demo content if there is none
       npm run demo:remove     removes the demo content; your own content stays`

const run = async () => {
  const [command] = parseCommandLineOrExit({ usage, positionals: [1, 1] }).positionals
  if (command !== 'add' && command !== 'remove') throw new StartError(usage)
  const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())
  const config = readConfig(process.env)
  const database = await openDatabaseForCommand(config, 4)
  try {
    await migrateDatabaseAndGrantRights(database, `${root}/server/platform/db/migrations`)
    const files = createFileStore(config)
    if (command === 'add') {
      const added = await seedDemoContentIfMissing({ db: database.db, files, log: commandLog, root })
      print(added ? 'The demo content was added.' : 'The demo content already exists.')
      if (added?.judgeCode) print(formatDemoJudgeCodeLine(added.judgeCode))
    } else print(formatRemovedDemoContent(await removeDemoContentAndFiles({ db: database.db, files })))
    // running servers render their cached pages again
    const invalidator = createCacheTagBus(await openCacheTagPubSub(database, commandLog))
    await invalidator.invalidate(allTags)
    await invalidator.close()
  } finally {
    await database.close()
  }
}

run().catch(printErrorAndSetExitCode)
