import { resolve } from 'node:path'
import { commandLog, openDatabaseForCommand, parseCommandLine, print } from '#server/command-line.ts'
import { readConfig } from '#server/config.ts'
import { exitWithError } from '#server/exit-with-error.ts'
import { repeatErasures } from '#server/features/privacy/repeat-erasures.ts'
import { createFileStore } from '#server/lib/files.ts'
import { hasAnySecretKey, loadSecretKeys } from '#server/lib/secret-key.ts'
import { restoreBackup } from './db/backup/restore-backup.ts'
import { type BackupSummary, writeBackup } from './db/backup/write-backup.ts'
import { StartError } from './db/errors.ts'
import { migrate } from './db/migrate.ts'
import { connectDatabase } from './db/open.ts'
import { backups } from './db/schema/backups.ts'

const usage = `Usage: npm run db:migrate              applies the missing migrations
       npm run db:backup -- FILE     writes tables, uploads and waiting jobs to one file; Botola may run meanwhile (also: db:export)
       npm run db:restore -- FILE    restores such a file into an empty database of any PostgreSQL server (also: db:import)`

const formatSummary = ({ tables, rows, files, jobs }: BackupSummary) =>
  `${rows} rows of ${tables} tables, ${files} files, ${jobs} waiting jobs`

const run = async () => {
  const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())
  const isMigration = process.argv[2] === 'migrate'
  const [argument, path] = parseCommandLine({ usage, positionals: isMigration ? [1, 1] : [2, 2] }).positionals
  const command = argument === 'export' ? 'backup' : argument === 'import' ? 'restore' : argument
  if (command === undefined || !['migrate', 'backup', 'restore'].includes(command)) throw new StartError(usage)
  const config = readConfig(process.env)
  const file = resolve(path ?? '.')
  const files = createFileStore(config)
  // a new key could not read what the backup has encrypted
  if (command === 'restore' && !hasAnySecretKey(config))
    throw new StartError(`A restore needs the key of the backup: set SECRET_KEY, or copy the file secret-key to ${config.DATA_DIR}.`)
  const secrets = loadSecretKeys(config)
  const uploads = config.STORAGE_URL ? undefined : `${config.DATA_DIR}/files`
  const database = await openDatabaseForCommand(config, 4)
  const owner = connectDatabase(database.ownerConnection, { log: commandLog, max: 4 })
  try {
    if (command !== 'backup') await migrate(database, `${root}/server/db/migrations`)
    if (command === 'migrate') print('The database is up to date.')
    if (command === 'backup') {
      const summary = await writeBackup(file, owner, { secret: secrets.SECRET_KEY, files: uploads })
      await owner.db.insert(backups).values({ rows: summary.rows, files: summary.files })
      print(`Backed up to ${file}: ${formatSummary(summary)}.`)
      print(`Keep the SECRET_KEY (or ${config.DATA_DIR}/secret-key) with it, but not in the same place.`)
    }
    if (command === 'restore') {
      print(`Restored from ${file}: ${formatSummary(await restoreBackup(file, owner, { secrets, files }))}.`)
      const erased = await repeatErasures(owner.db, { dataDir: config.DATA_DIR, files, states: ['erasing', 'erased'] })
      if (erased > 0) print(`Repeated the erasure of ${erased} people who were erased after the backup.`)
    }
  } finally {
    await owner.close()
    await database.close()
  }
}

run().catch(exitWithError)
