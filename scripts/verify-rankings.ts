import { resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { parseCommandLineOrExit } from '#server/command-line.ts'
import { readConfig } from '#server/config.ts'
import { migrateDatabaseAndGrantRights } from '#server/platform/db/migrate.ts'
import { openDatabaseOrStartEmbedded } from '#server/platform/db/open.ts'
import { startEmailQueue } from '#server/platform/emails/emails.ts'
import { createCacheTagBus } from '#server/platform/lib/cache-invalidation.ts'
import { CsvFileError, streamDecodedCsvFile } from '#server/platform/lib/csv-text.ts'
import { createFieldEncryption } from '#server/platform/lib/encryption.ts'
import { createFileStore } from '#server/platform/lib/files.ts'
import { createPostgresJobQueue } from '#server/platform/lib/job-queue.ts'
import { getEmailSettings } from '#server/platform/settings/service.ts'
import { seedAdminAndBaseDataIfNew } from '#server/seed/base.ts'
import { createAnnouncementDeliveryLog } from '#server/site/announcements/send.ts'
import { createForm } from '../tests/support/api/events.ts'
import {
  type CallApi,
  readPublishedTables,
  TableError,
  type TableKey,
  verifyPublishedRanking,
} from '../tests/support/rules/published-rankings.ts'
import { silentLog } from '../tests/support/services/cluster.ts'
import { createDataFolder } from '../tests/support/services/data-folder.ts'

const usage = `Usage: npm run verify:rankings -- FILE [--keys=QP:high,Time:low] [--rank=R] [--team=Num] [--name=Name] [--event=TournamentCode]
Imports the rankings of a CSV file into events with a rule set and compares the rankings of the API with the published ones.
  --keys   the columns that decide, in order, each with high or low for the better value; without it all columns of numbers after the rank, times lower first and
           others higher first
  --rank   the column of the published rank          --team   the column of the team's number or id
  --name   the column of the team's name, '' for none --event  the column of the event, '' for a file with one ranking
Without them the columns are recognized by usual headers, such as Rank, Team, Name and Event. The file is separated by commas, semicolons or tabs, in UTF-8, UTF-16 or
Windows-1256. Empty cells, '-', 'N/A' and the like are missing values, which rank last; lines without a rank, such as those of disqualified teams, are left out.`

const admin = { email: 'admin@botola.test', password: 'correct horse battery staple' }
const print = (text: string) => process.stdout.write(`${text}\n`)

/** Runs `work` with the calls of an app on a new embedded database, which is removed afterwards. */
const withApp = async (work: (callApi: CallApi) => Promise<void>): Promise<void> => {
  const folder = createDataFolder('botola-rankings')
  const settings = {
    DATA_DIR: folder.path,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SITE_URL: 'http://botola.test',
  }
  const config = {
    ...readConfig({ ...settings, LOG_LEVEL: 'silent' }),
    SECRET_KEY: 'a key for this check only, thirty-two characters',
  }
  const database = await openDatabaseOrStartEmbedded({ dataDir: folder.path, log: silentLog })
  try {
    await migrateDatabaseAndGrantRights(database, resolve('server/platform/db/migrations'))
    const jobs = createPostgresJobQueue(database, silentLog)
    const encryption = createFieldEncryption(config)
    const invalidator = createCacheTagBus()
    const emails = await startEmailQueue(
      { config, encryption, jobs, database, invalidator },
      silentLog,
      () => getEmailSettings({ config, database }),
      createAnnouncementDeliveryLog(database),
    )
    const core = {
      config,
      database,
      encryption,
      files: createFileStore(config),
      jobs,
      emails,
      invalidator,
    }
    await seedAdminAndBaseDataIfNew(core)
    const app = await buildApp({
      ...core,
      ...{ logger: false, root: resolve('.'), pages: 'none', maxEventLoopDelay: 0 },
    })
    const signIn = { national_id: admin.email, loginType: 'email', password: admin.password, type: 4 }
    const { headers } = await app.inject({ method: 'POST', url: '/api/adduser', payload: signIn })
    const authorization = String(headers.authorization)
    let callCount = 0
    await work(async (method, url, { json, form } = {}) => {
      // the calls of one address are limited
      const remoteAddress = `10.0.${(callCount >> 16) & 255}.${(callCount >> 8) & 255}`
      callCount++
      const body = form ? await createForm(form) : { payload: json, headers: {} }
      const reply = await app.inject({
        method,
        url,
        remoteAddress,
        ...(body.payload === undefined ? {} : { payload: body.payload }),
        headers: { ...body.headers, authorization },
      })
      return { status: reply.statusCode, body: reply.body }
    })
    await app.close()
  } finally {
    await database.close()
    folder.remove()
  }
}

const parseKeys = (text: string): TableKey[] =>
  text.split(',').map((part) => {
    const [, column = '', order = 'high'] = /^(.*?)(?::(high|low))?$/.exec(part.trim()) ?? []
    return { column, order: order === 'low' ? 'low' : 'high' }
  })

const text = { type: 'string' } as const
const { values, positionals } = parseCommandLineOrExit({
  usage,
  positionals: [1, 1],
  options: { keys: text, rank: text, team: text, name: text, event: text },
})
const [file = ''] = positionals
const { keys, rank, team, name, event } = values
/** Prints what is wrong with the file and ends with code 1. */
const exitWithTableError = (error: unknown): never => {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (!(error instanceof TableError || error instanceof CsvFileError || isMissing)) throw error
  print(
    error instanceof CsvFileError
      ? `The file cannot be read: ${error.code}`
      : isMissing
        ? `There is no file '${file}'.`
        : error.message,
  )
  process.exit(1)
}
const readTables = async () => {
  let content = ''
  for await (const piece of streamDecodedCsvFile(file)) content += piece
  return readPublishedTables(content, { rank, team, name, event, keys: keys ? parseKeys(keys) : undefined })
}
const tables = await readTables().catch(exitWithTableError)
print(`Ranking by ${tables.keys.map(({ column, order }) => `${column} (${order} first)`).join(', then ')}.`)
if (tables.unrankedCount > 0) print(`${tables.unrankedCount} lines without a rank are left out.`)
const different: string[] = []
await withApp(async (callApi) => {
  for (const tournament of tables.events.keys()) {
    const problems = await verifyPublishedRanking(tables, tournament, callApi)
    if (problems.length > 0) different.push(tournament)
    for (const problem of problems) print(problem)
  }
}).catch(exitWithTableError)
const entryCount = [...tables.events.values()].reduce((sum, lines) => sum + lines.length, 0)
print(
  `${tables.events.size - different.length} of ${tables.events.size} rankings with ${entryCount} entries are as published.`,
)
if (different.length > 0 && !keys)
  print('If other columns decide, or lower values are better, name them with --keys.')
process.exitCode = different.length === 0 ? 0 : 1
