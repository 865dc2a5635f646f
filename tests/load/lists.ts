import { readFileSync } from 'node:fs'
import { readUserPage } from '#server/accounts/users/queries.ts'
import { readAdminEventPage } from '#server/event/events/queries.ts'
import { createAdminScoreReader } from '#server/event/scores/ranking/admin-rankings.ts'
import { searchUsersAndTeams } from '#server/event/scores/write/queries-participants.ts'
import { readPaymentPage } from '#server/money/payments/queries.ts'
import { readAdminTeamPage } from '#server/people/teams/queries.ts'
import { readAuditPage } from '#server/platform/audit/queries.ts'
import { readRowPage } from '#server/platform/crud/queries.ts'
import { createDatabasePools, type Database } from '#server/platform/db/open.ts'
import { faqs } from '#server/platform/db/schema/content.ts'
import { createDashboardService } from '#server/site/dashboard/service.ts'
import { readSimulatorRegistrantPage } from '#server/site/downloads/queries.ts'
import { readMessagePage } from '#server/site/messages/queries.ts'
import { silentLog } from '../support/services/cluster.ts'
import { type FilledTable, insertListRows, insertRanking } from './fill-lists.ts'

type ListQuery = { page: number; perPage: number; search?: string | undefined; filter: object }
type List = { name: string; filter: object; readPage: (query: ListQuery) => Promise<{ total: number }> }

const tables: FilledTable[] = [
  'users',
  'downloads',
  'messages',
  'audit_log',
  'teams',
  'payments',
  'events',
  'faqs',
]
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Every list of the back office with a filter that it has; `readPage` reads one page as the server does. */
const createLists = (database: Database, eventId: string): List[] => {
  const { db } = database
  return [
    {
      name: 'users',
      filter: { role: 'coach', active: true },
      readPage: ({ filter, ...at }) => readUserPage(db, { ...at, ...filter, regionLimit: null }, daysAgo(0)),
    },
    {
      name: 'registrants',
      filter: { platform: 'mac', userType: 'coach', country: 'egypt' },
      readPage: ({ filter, ...at }) => readSimulatorRegistrantPage(db, { ...at, ...filter }),
    },
    {
      name: 'messages',
      filter: { state: 'new' },
      readPage: ({ filter, ...at }) => readMessagePage(db, { ...at, ...filter, regionLimit: null }),
    },
    {
      name: 'audit log',
      filter: { entity: 'score', action: 'update', from: daysAgo(100), to: daysAgo(20) },
      readPage: ({ filter, search, ...paging }) =>
        readAuditPage(db, { search, ...filter }, 'Asia/Riyadh', paging, {
          regionLimit: null,
          permissions: [],
        }),
    },
    {
      name: 'teams',
      filter: { stage: 'regional', paid: true },
      readPage: ({ filter, ...at }) =>
        readAdminTeamPage(db, { ...at, ...filter, today: '2026-11-20', regionLimit: null }),
    },
    {
      name: 'payments',
      filter: { state: 'declined' },
      readPage: ({ filter, ...at }) => readPaymentPage(db, { ...at, ...filter, regionLimit: null }),
    },
    {
      name: 'events',
      filter: {},
      readPage: (at) => readAdminEventPage(db, { today: '2026-01-01', regionLimit: null, ...at }),
    },
    { name: 'FAQs', filter: {}, readPage: (at) => readRowPage(db, faqs, { searchText: faqs.search }, at) },
    {
      name: 'ranking',
      filter: { missionType: 2 },
      readPage: async ({ filter, ...at }) => {
        const { totalItems } = await createAdminScoreReader(database).getPage(eventId, { ...at, ...filter })
        return { total: totalItems }
      },
    },
    {
      name: 'participants',
      filter: {},
      readPage: async ({ search }) => ({
        total: (await searchUsersAndTeams(db, search ?? '', { eventId, maskEmails: true, regionLimit: null }))
          .length,
      }),
    },
  ]
}

const searches = [undefined, 'احمد', 'omar', 'حمد', 'احمد الغامدي', 'ahmed777', '12345', 'zzzz']

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] as number

/**
 * Milliseconds of a page. `elapsed` includes the wait for a processor; `work` is the time on a processor,
 * which other programs do not change.
 */
export type ListFigures = {
  list: string
  requests: number
  elapsed: { median: number; p95: number; slowest: number }
  work: { median: number; p95: number; slowest: number }
  mostWork: string
}

const summarize = (times: readonly number[]) => ({
  median: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  slowest: Math.max(...times),
})

/**
 * Milliseconds that this process and the server's processes of its connections have spent on a processor
 * (Linux).
 */
const readProcessorTime = (serverPids: readonly number[]): number => {
  const { user, system } = process.cpuUsage()
  const server = serverPids.map(
    (pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
  )
  return (user + system) / 1000 + server.reduce((sum, each) => sum + each, 0)
}

/** Reads first, middle and last pages of all searches, with and without the filter. */
const measureList = async (
  { name, filter, readPage }: List,
  serverPids: readonly number[],
  rounds: number,
): Promise<ListFigures> => {
  const measured: { query: string; elapsed: number; work: number }[] = []
  for (const search of searches)
    for (const filtered of Object.keys(filter).length > 0 ? [false, true] : [false])
      for (const perPage of [10, 100]) {
        const query = { perPage, search, filter: filtered ? filter : {} }
        const { total } = await readPage({ ...query, page: 1 })
        const last = Math.max(1, Math.ceil(total / perPage))
        for (let round = 0; round < rounds; round++)
          for (const page of [1, Math.ceil(last / 2), last]) {
            const [start, workBefore] = [performance.now(), readProcessorTime(serverPids)]
            await readPage({ ...query, page })
            measured.push({
              query: `${search ?? 'all'}${filtered ? ', filtered' : ''}, page ${page} of ${last} (${perPage})`,
              elapsed: performance.now() - start,
              work: readProcessorTime(serverPids) - workBefore,
            })
          }
      }
  return {
    list: name,
    requests: measured.length,
    elapsed: summarize(measured.map(({ elapsed }) => elapsed)),
    work: summarize(measured.map(({ work }) => work)),
    mostWork: measured.toSorted((one, other) => other.work - one.work)[0]?.query ?? '',
  }
}

/**
 * Opens two connections, as a page uses them, without parallel workers, whose work would not be counted. The
 * connections stay open until the work is done.
 */
const withMeasuredConnections = async <T>(
  database: Database,
  work: (measured: Database, serverPids: number[]) => Promise<T>,
): Promise<T> => {
  const measured = createDatabasePools(
    { ...database.connection, options: '-c max_parallel_workers_per_gather=0' },
    { max: 2, log: silentLog },
  )
  measured.pool.options.idleTimeoutMillis = 0
  const clients = await Promise.all([measured.pool.connect(), measured.pool.connect()])
  const serverPids = await Promise.all(
    clients.map(
      async (client) =>
        (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid as number,
    ),
  )
  for (const client of clients) client.release()
  try {
    return await work(measured, serverPids)
  } finally {
    await measured.close()
  }
}

/** Fills every list and reports each one when it is measured. */
export const measureLists = async (
  database: Database,
  report: (figures: ListFigures) => void,
  { rows = 100_000, rounds = 3 }: { rows?: number; rounds?: number } = {},
): Promise<void> => {
  for (const table of tables) await insertListRows(database.pool, table, rows)
  const eventId = await insertRanking(database.pool, rows)
  await withMeasuredConnections(database, async (measured, serverPids) => {
    for (const list of createLists(measured, eventId)) report(await measureList(list, serverPids, rounds))
  })
}

/**
 * Milliseconds for the figures of the dashboard, counted each time: the clock passes the end of the cache.
 */
export const measureDashboard = async (
  database: Database,
  rounds = 30,
): Promise<{ median: number; slowest: number }> => {
  let now = Date.now()
  const dashboard = createDashboardService({ database, config: { SITE_NAME: 'botola' } }, () => now)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    now += 60_000
    const start = performance.now()
    await dashboard.figures(null)
    times.push(performance.now() - start)
  }
  return { median: percentile(times, 0.5), slowest: Math.max(...times) }
}
