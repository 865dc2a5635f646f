import { cpus, totalmem } from 'node:os'
import { getPath } from '#contract/platform/call-path.ts'
import { parseCommandLineOrExit } from '#server/command-line.ts'
import { measureAttempts } from '../tests/load/attempts.ts'
import { measureBackup } from '../tests/load/backup.ts'
import { mb, ms, round, row, seconds, writeTableRows } from '../tests/load/benchmark-table.ts'
import { measureOverview } from '../tests/load/event-overview.ts'
import { measureExport } from '../tests/load/exports.ts'
import { insertListRows, insertRanking } from '../tests/load/fill-lists.ts'
import { measureKills } from '../tests/load/kill.ts'
import { measureListeners } from '../tests/load/listeners.ts'
import { measureDashboard, measureLists } from '../tests/load/lists.ts'
import { launchBrowser } from '../tests/load/page-weight.ts'
import { measureRecalculation } from '../tests/load/recalculation.ts'
import { measureRegistrations } from '../tests/load/registrations.ts'
import { insertEventWithTeams, measureSchedule } from '../tests/load/schedule.ts'
import { admin as scoreEventAdmin } from '../tests/load/score-event.ts'
import { measureScoreboard } from '../tests/load/scoreboard.ts'
import { admin, withFilledServer, withServer } from '../tests/load/start-built-server.ts'
import { measureUploads, uploadKinds } from '../tests/load/uploads.ts'
import { withEmptyDatabase } from '../tests/load/with-database.ts'
import { createDataFolder } from '../tests/support/services/data-folder.ts'
import { measureCountry } from './bench-country.ts'
import { type Benchmarks, createBenchmarksOfServerAndPages, runWithBrowserAndServer } from './bench-pages.ts'
import { findOrInstallBrowser } from './browser.ts'

const usage = `Usage: npm run bench [-- NAME …]     runs the benchmarks on this machine, or only those named, and writes their rows of docs/benchmarks.md; none passes or
                                     fails. 'lighthouse' and 'country' take long and run only when they are named`

const print = (text: string) => process.stdout.write(`${text}\n`)
const scoreEventEnv = {
  ADMIN_EMAIL: scoreEventAdmin.email,
  ADMIN_PASSWORD: scoreEventAdmin.password,
  DEMO: 'off',
}
const exportRows = 300_000
/** The benchmarks that take too long to run with the others. */
const onlyWhenNamed = new Set(['lighthouse', 'country'])
const { positionals: selected } = parseCommandLineOrExit({
  usage,
  positionals: [0, Number.POSITIVE_INFINITY],
  options: {},
})

const demoFolder = createDataFolder('botola-bench')
const benchmarks: Benchmarks = {
  ...createBenchmarksOfServerAndPages(demoFolder.path, print),
  ranking: () =>
    withEmptyDatabase(async (database) => {
      const { small, large, ratio, indexRows, entries } = await measureScoreboard(database)
      return [
        row(
          `first 10 ranks of ${entries.large} entries compared with ${entries.small} (uncached query, medians)`,
          `${round(ratio)} (${round(large, 2)} ms, ${round(small, 2)} ms)`,
          'at most 2',
        ),
        row('index rows read for the first 100 ranks', indexRows, 100),
      ]
    }),
  lists: () =>
    withEmptyDatabase(async (database) => {
      const rows = [
        row(
          '100,000 rows in each list; pages of searches and filters: median, 95 %, slowest; 95 % of the time on a processor',
          '',
          '95 % within 150 ms',
        ),
      ]
      await measureLists(database, ({ list, elapsed, work }) => {
        rows.push(
          row(
            `– ${list}`,
            `${ms(elapsed.median)}, ${ms(elapsed.p95)}, ${ms(elapsed.slowest)}; ${ms(work.p95)}`,
          ),
        )
      })
      const dashboard = await measureDashboard(database)
      return [
        ...rows,
        row(
          '– the metrics of the dashboard, without its cache: median, slowest',
          `${ms(dashboard.median)}, ${ms(dashboard.slowest)}`,
        ),
      ]
    }),
  recalculation: () =>
    withEmptyDatabase(async (database) => {
      const { entries, milliseconds, previewMilliseconds } = await measureRecalculation(database)
      return [
        row(
          `${entries} entries with two rounds each, computed again by five ranking keys in one transaction`,
          ms(milliseconds),
          '1 s',
        ),
        row('– a preview of the ranks that change', ms(previewMilliseconds)),
      ]
    }),
  schedule: () =>
    withFilledServer(insertEventWithTeams, async ({ address, signIn }, eventId) => {
      const { median, slowest } = await measureSchedule(address, await signIn(), eventId)
      return [
        row(
          'a schedule for 400 teams, 5 rounds and 20 tables, saved in place of another: median, slowest',
          `${ms(median)}, ${ms(slowest)}`,
          '2 s',
        ),
      ]
    }),
  overview: () =>
    runWithBrowserAndServer(admin, async (browser, { address }) => {
      const { sheets, slots, median, slowest } = await measureOverview(browser, address, {
        ...{ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
        ...{ sheets: 40, rounds: 3 },
      })
      return [
        row(
          `from a sheet to the overview of its event in a browser, ${sheets} sheets, ${slots} slots: median, slowest`,
          `${ms(median)}, ${ms(slowest)}`,
          '1 s (median)',
        ),
      ]
    }),
  exports: () =>
    withFilledServer(
      async ({ pool }) => {
        for (const list of ['users', 'downloads', 'teams'] as const)
          await insertListRows(pool, list, exportRows)
        return insertRanking(pool, exportRows)
      },
      async ({ address, pid, signIn }, eventId) => {
        const token = await signIn()
        const rows = [
          row(
            'CSV exports: first byte; memory grows by; another call meanwhile, median and slowest',
            '',
            '200 ms; 64 MB',
          ),
        ]
        for (const [name, path] of [
          ['users', `${getPath('GET /api/admin/users')}/?download=true&format=csv`],
          ['registrants', getPath('GET /api/admin/downloads/export')],
          ['entries of a ranking', `/api/admin/events/${eventId}/scores/export`],
          ['teams with their people', `${getPath('GET /api/admin/teams')}/?download=true&format=csv`],
        ] as const) {
          const one = await measureExport(address, pid, token, path)
          rows.push(
            row(
              `– ${one.rows} ${name} (${mb(one.megabytes)}, ${round(one.seconds, 1)} s)`,
              `${ms(one.firstByte)}; ${mb(one.grown)}; ${ms(one.otherMedian)}, ${ms(one.slowestOther)}`,
            ),
          )
        }
        return rows
      },
    ),
  registrations: async () => {
    const { alone, sustained, lastPlace } = await withServer(admin, async ({ address, signIn }) =>
      measureRegistrations(address, await signIn()),
    )
    return [
      row(
        'registration of a team with three images of 12 megapixels: median, slowest',
        `${ms(alone.median)}, ${ms(alone.slowest)}`,
        '2 s',
      ),
      row(
        `${sustained.sent} such registrations in ${round(sustained.seconds, 0)} s while ${sustained.pages} public pages are requested`,
        `${sustained.good} registered, median ${ms(sustained.median)}, slowest ${ms(sustained.slowest)}; ${sustained.failedPages} pages failed, the slowest took ${ms(sustained.slowestPage)}`,
        'no error',
      ),
      row(
        `${lastPlace.sent} simultaneous registrations for the last place`,
        `${lastPlace.won} registered, ${lastPlace.refused} rejected because the competition is full, ${lastPlace.other} failed otherwise`,
        'exactly one',
      ),
    ]
  },
  uploads: async () => {
    const rows = [
      row(
        'the largest forms, each kind sent to a server just started: time, slowest other call, memory grown by',
        '',
        '200 ms for other calls',
      ),
    ]
    for (const kind of uploadKinds) {
      const { alone, together, bodySize } = await withServer(admin, async ({ address, pid, signIn }) => {
        const token = await signIn()
        // the memory of the start is freed after ten seconds
        await new Promise((done) => setTimeout(done, 15_000))
        return measureUploads(address, pid, token, kind)
      })
      rows.push(
        row(
          `– ${kind}, ${mb(bodySize)}`,
          `${seconds(alone.milliseconds)}, ${ms(alone.other)}, ${mb(alone.grown)}`,
          kind === 'team-import' ? '30 s' : '',
        ),
        row(
          '– 50 of them at once: served, rejected with 503 and `Retry-After`, others; memory grown by',
          [
            `${together.served}, ${together.busy}, ${together.failed + together.others.length}; ${mb(together.grown)}`,
            ...together.others,
          ].join('; '),
          '128 MB',
        ),
      )
    }
    return rows
  },
  listeners: async () => {
    const result = await withServer(scoreEventEnv, (server) =>
      measureListeners(server, { listeners: 10_000, perSecond: 50, seconds: 30 }),
    )
    return [
      row(
        `live ranking: ${result.listeners} listeners of one process, ${result.writes} writes in ${round(result.seconds, 0)} s: missed events, listeners that are not up to date, wrong totals`,
        `${result.missed}, ${result.listeners - result.upToDate}, ${result.wrongTotals}`,
        0,
      ),
      row(
        '– from the acknowledged write to the listener: median, 99 %, slowest',
        `${ms(result.median)}, ${ms(result.p99)}, ${ms(result.slowest)}`,
        '99 % within 300 ms',
      ),
      row('– memory of the server', mb(result.memory), '400 MB'),
    ]
  },
  attempts: async () => {
    const result = await withServer(scoreEventEnv, ({ address }) =>
      measureAttempts(address, { perSecond: 100, seconds: 60 }),
    )
    return [
      row(
        `${result.attempts} attempts in ${round(result.seconds, 0)} s in an event with a rule set, with 50 event streams and ${result.reads} reads of the ranking: failed writes and reads, problems in the score log, wrong entries and totals`,
        [
          `${result.failed.length}, ${result.failedReads}, ${result.log.problemCount}, ${result.wrongEntries + result.wrongTotals}`,
          ...result.failed,
        ].join('; '),
        0,
      ),
      row(
        '– reply to an attempt: median, 99 %, slowest',
        `${ms(result.median)}, ${ms(result.p99)}, ${ms(result.slowest)}`,
      ),
    ]
  },
  backup: async () => {
    const { backup, verify, restore, ...result } = await measureBackup({ entries: 100_000, perSecond: 100 })
    for (const line of result.log) print(line)
    return [
      row(
        `a backup of 100,000 results while ${round(result.writesPerSecond, 0)} scores a second were posted (100 meant): backup, check, restore; size; memory of each command`,
        `${[backup, verify, restore].map((each) => `${round(each.seconds, 1)} s`).join(', ')}; ${round(result.megabytes, 1)} MB; ${[backup, verify, restore].map((each) => mb(each.peak)).join(', ')}`,
      ),
      row(
        '– scores acknowledged before the backup that are missing in it, failed writes; tables that differ',
        `${Math.max(0, result.before - result.found)}, ${result.failedWrites}; ${result.otherTables.join(', ') || 'none'}`,
        0,
      ),
    ]
  },
  country: async () => {
    const browser = await launchBrowser(findOrInstallBrowser())
    const rows = await measureCountry(browser, print)
    await browser.close()
    return rows
  },
  kill: async () => {
    const result = await measureKills({ times: 30, say: print })
    return [
      row(
        `\`kill -9\` ${result.kills} times, of the server and of the server with its database: writes acknowledged; lost, duplicated, failed starts, processes left`,
        `${result.acknowledged}; ${result.lost}, ${result.doubled}, ${result.failedStarts}, ${result.leftOver}`,
        0,
      ),
    ]
  },
}

for (const name of selected)
  if (!benchmarks[name])
    throw new Error(`Unknown benchmark: ${name}. There are ${Object.keys(benchmarks).join(', ')}.`)
print(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
)
for (const [name, run] of Object.entries(benchmarks)) {
  if (selected.length > 0 ? !selected.includes(name) : onlyWhenNamed.has(name)) continue
  const startedAt = performance.now()
  print(`\n== ${name}`)
  const rows = await run()
  for (const { what, result, target } of rows) print(`${what}: ${result}${target ? ` (${target})` : ''}`)
  print(`took ${seconds(performance.now() - startedAt)}`)
  if (rows.length > 0) writeTableRows(name, rows)
}
demoFolder.remove()
