import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  commandLog,
  openDatabaseForCommand,
  parseCommandLineOrExit,
  print,
  printErrorAndSetExitCode,
} from '#server/command-line.ts'
import { type Config, readConfig } from '#server/config.ts'
import { createBackupWriterAndPruner } from '#server/platform/backups/service.ts'
import { hasAnySecretKey, loadOrCreateSecretKeys } from '#server/platform/lib/encryption.ts'
import { createFileStore } from '#server/platform/lib/files.ts'
import { repeatAndCountLoggedErasuresWithCleanup } from './accounts/privacy/run-erasure.ts'
import { createBackupPlace, isBackupName, toBackupFolderAndName } from './platform/db/backup/places.ts'
import { verifyBackup } from './platform/db/backup/read-backup.ts'
import { restoreBackupIntoEmptyDatabase } from './platform/db/backup/restore-backup.ts'
import type { BackupSummary } from './platform/db/backup/write-backup.ts'
import { StartError } from './platform/db/errors.ts'
import { migrateDatabaseAndGrantRights, readMigrationTimestamps } from './platform/db/migrate.ts'
import { createDatabasePools } from './platform/db/open.ts'

const usage = `Usage: npm run db:migrate             applies the missing migrations
       npm run db:backup -- FILE     writes tables, uploads and waiting jobs to one encrypted file; Botola may run meanwhile (also: db:export)
       npm run db:backup             does the same in BACKUP_URL, and deletes the oldest files there, as the scheduled backups do
       npm run db:verify -- FILE     checks such a file without restoring it
       npm run db:restore -- FILE    restores such a file, of this or an earlier version, into an empty database of any PostgreSQL server (also: db:import)
A FILE that db:backup named and that is not in the current folder is read from BACKUP_URL.`

const commands = ['migrate', 'backup', 'verify', 'restore'] as const
const aliases: Record<string, (typeof commands)[number]> = { export: 'backup', import: 'restore' }

const formatSummary = ({ tables, rows, files, jobs }: BackupSummary) =>
  `${rows} rows of ${tables} tables, ${files} files, ${jobs} waiting jobs`

const findSource = (file: string, { BACKUP_URL }: Config) => {
  if (BACKUP_URL && isBackupName(file) && !existsSync(file))
    return createBackupPlace(BACKUP_URL).getSource(file)
  const { place, name } = toBackupFolderAndName(resolve(file))
  return place.getSource(name)
}

const runOnDatabase = async (
  command: 'migrate' | 'backup' | 'restore',
  settings: Config,
  migrations: string,
  path: string | undefined,
) => {
  const config = { ...settings, ...loadOrCreateSecretKeys(settings) }
  const files = createFileStore(config)
  const database = await openDatabaseForCommand(config, 4)
  const owner = createDatabasePools(database.ownerConnection, { log: commandLog, max: 4 })
  try {
    if (command === 'migrate') {
      await migrateDatabaseAndGrantRights(database, migrations)
      print('The database is up to date.')
    } else if (command === 'backup') {
      const backups = createBackupWriterAndPruner({ config, database: owner, files })
      const written =
        path === undefined
          ? await backups.writeToPlace(commandLog)
          : { ...(await backups.writeToFile(resolve(path))), name: resolve(path) }
      print(`Backed up to ${written.name}: ${formatSummary(written)}.`)
      print(
        `Keep the SECRET_KEY (or ${config.DATA_DIR}/secret-key), without which nobody can read it, but not in the same place.`,
      )
    } else {
      const source = findSource(path ?? '', config)
      const summary = await restoreBackupIntoEmptyDatabase(source, owner, {
        secrets: config,
        files,
        migrations: readMigrationTimestamps(migrations),
        migrate: (until) => migrateDatabaseAndGrantRights(database, migrations, until),
      })
      print(`Restored from ${source.name}: ${formatSummary(summary)}.`)
      const erased = await repeatAndCountLoggedErasuresWithCleanup(owner.db, {
        dataDir: config.DATA_DIR,
        files,
        states: ['erasing', 'erased'],
      })
      if (erased > 0) print(`Repeated the erasure of ${erased} people who were erased after the backup.`)
    }
  } finally {
    await owner.close()
    await database.close()
  }
}

const run = async () => {
  const migrations = `${resolve(process.env.BOTOLA_ROOT ?? process.cwd())}/server/platform/db/migrations`
  const [argument = '', path] = parseCommandLineOrExit({
    usage,
    positionals: [1, process.argv[2] === 'migrate' ? 1 : 2],
  }).positionals
  const command = aliases[argument] ?? commands.find((each) => each === argument)
  if (command === undefined) throw new StartError(usage)
  const config = readConfig(process.env)
  if (path === undefined && (command === 'verify' || command === 'restore'))
    throw new StartError(`An argument is missing.\n${usage}`)
  if (path === undefined && command === 'backup' && !config.BACKUP_URL)
    throw new StartError(`An argument is missing: name a FILE, or set BACKUP_URL.\n${usage}`)
  // a new key could not read what the backup has encrypted
  if ((command === 'restore' || command === 'verify') && !hasAnySecretKey(config))
    throw new StartError(
      `A ${command === 'verify' ? 'check' : 'restore'} needs the key of the backup: set SECRET_KEY, or copy the file secret-key to ${config.DATA_DIR}.`,
    )
  if (command !== 'verify') return runOnDatabase(command, config, migrations, path)
  const source = findSource(path ?? '', config)
  const { header, summary } = await verifyBackup(source, {
    secrets: loadOrCreateSecretKeys(config),
    migrations: readMigrationTimestamps(migrations),
  })
  print(`${source.name} is complete and can be restored: ${formatSummary(summary)}.`)
  print(`Botola ${header.version} made it at ${header.createdAt}, with the migration ${header.migration}.`)
}

run().catch(printErrorAndSetExitCode)
