import { resolve } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { describeErrorAsText } from '#server/lib/describe-error.ts'
import { openFiles } from '#server/lib/files.ts'
import { secretKey } from '#server/lib/secret-key.ts'
import { StartError } from './errors.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { backupTo } from './transfer/backup.ts'
import { exportTo, type Moved } from './transfer/export.ts'
import { importFrom } from './transfer/import.ts'
import { restoreTo } from './transfer/restore.ts'

const usage = `Usage: npm run db:migrate
       npm run db:export -- FILE     the whole installation into one file, for any other PostgreSQL
       npm run db:import -- FILE     into an empty database
       npm run db:backup -- FILE     the embedded database as it is, fast, while it is in use
       npm run db:restore -- FILE    into a DATA_DIR without a database`

const say = (text: string) => process.stdout.write(`${text}\n`)
const quiet = {
  info: () => {},
  warn: (first: object | string, text?: string) => process.stderr.write(`${text ?? String(first)}\n`),
  error: (first: object | string, text?: string) => process.stderr.write(`${text ?? String(first)}\n`),
}
const summary = ({ tables, rows, files, jobs }: Moved) => `${rows} rows of ${tables} tables, ${files} files, ${jobs} waiting jobs`

const run = async (what: string | undefined, name: string | undefined) => {
  const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())
  if (!what || !['migrate', 'export', 'import', 'backup', 'restore'].includes(what) || (what !== 'migrate' && !name))
    throw new StartError(usage)
  const config = readConfig(process.env)
  const file = resolve(name ?? '.')
  const files = openFiles(config)
  const secret = secretKey(config)
  const uploads = config.STORAGE_URL ? undefined : `${config.DATA_DIR}/files`
  if (what === 'restore') {
    if (config.DATABASE_URL) throw new StartError('A backup is of the embedded database: unset DATABASE_URL, or use an export.')
    await restoreTo(config.DATA_DIR, file, { secret, files })
    return say(`Restored from ${file}: start Botola.`)
  }
  const database = await openDatabase({
    ...(config.DATABASE_URL ? { url: config.DATABASE_URL } : {}),
    dataDir: config.DATA_DIR,
    log: quiet,
    max: 4,
  })
  try {
    if (what === 'migrate' || what === 'import') await migrate(database, `${root}/server/db/migrations`)
    if (what === 'migrate') say('The database is up to date.')
    if (what === 'export') say(`Exported to ${file}: ${summary(await exportTo(file, database, { secret, files: uploads }))}.`)
    if (what === 'import') say(`Imported from ${file}: ${summary(await importFrom(file, database, { secret, files }))}.`)
    if (what === 'backup') {
      await backupTo(file, database, { secret, files: uploads })
      say(`Backed up to ${file}. Keep the SECRET_KEY (or ${config.DATA_DIR}/secret-key) with it, but not in the same place.`)
    }
  } finally {
    await database.close()
  }
}

run(process.argv[2], process.argv[3]).catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${known ? error.message : describeErrorAsText(error)}\n`)
  process.exitCode = 1
})
