import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { paths } from '#contract/paths.ts'
import { parseCommandLine, parseCount } from '#server/command-line.ts'
import { measureAttempts } from '../tests/load/attempts.ts'
import { measureBackup } from '../tests/load/backup.ts'
import { writeTableRows } from '../tests/load/benchmark-table.ts'
import { measureOverview } from '../tests/load/event-overview.ts'
import { measureExport, signInAsAdmin } from '../tests/load/exports.ts'
import { insertListRows, insertRanking } from '../tests/load/fill-lists.ts'
import { measureKills } from '../tests/load/kill.ts'
import { runLighthouse } from '../tests/load/lighthouse.ts'
import { measureListeners } from '../tests/load/listeners.ts'
import { type ListFigures, measureDashboard, measureLists } from '../tests/load/lists.ts'
import { measureMemory } from '../tests/load/memory.ts'
import { launchBrowser, measurePageWeight } from '../tests/load/page-weight.ts'
import { measureRecalculation } from '../tests/load/recalculation.ts'
import { measureRegistrations } from '../tests/load/registrations.ts'
import { insertEventWithTeams, measureSchedule } from '../tests/load/schedule.ts'
import { admin as scoreEventAdmin } from '../tests/load/score-event.ts'
import { measureScoreboard } from '../tests/load/scoreboard.ts'
import { startBuiltServer } from '../tests/load/start-built-server.ts'
import { hasWrk, listThroughputRows, measureThroughput } from '../tests/load/throughput.ts'
import { measureUploads, type UploadFigures, uploadKinds } from '../tests/load/uploads.ts'
import { withDatabaseIn, withEmptyDatabase } from '../tests/load/with-database.ts'
import { createDataFolder } from '../tests/support/services/data-folder.ts'
import { findBrowser } from './browser.ts'

const usage = `Usage: npm run bench [-- NAME …]     runs the benchmarks on this machine, or only those named; none passes or fails: the results are printed
                                     with their targets and written to bench-results/latest.json; 'cached-replies' also writes its rows of docs/benchmarks.md
  --rows=N       the size of the lists of 'exports' (1000000)
  --upload=KIND  measures one kind of 'uploads'
  --seconds=N    the length of 'attempts' (300)`

const event = 'oasis-rescue'
const sitePages = ['/events', '/challenges/', '/competitions/', '/about', '/support/', '/contact-us/']
const results: Record<string, unknown> = {}
const print = (text: string) => process.stdout.write(`${text}\n`)
const round = (value: number, digits = 2) => Number(value.toFixed(digits))

const demoFolder = createDataFolder('botola-bench')
const scoreEventEnv = { ADMIN_EMAIL: scoreEventAdmin.email, ADMIN_PASSWORD: scoreEventAdmin.password, DEMO: 'off' }
const admin = { ADMIN_EMAIL: 'admin@load.example', ADMIN_PASSWORD: 'a password for the bench only' }

const { values: options, positionals: selected } = parseCommandLine({
  usage,
  positionals: [0, Number.POSITIVE_INFINITY],
  options: {
    rows: { type: 'string', default: '1000000' },
    upload: { type: 'string' },
    seconds: { type: 'string', default: '300' },
  },
})
const exportRows = parseCount('rows', options.rows)
const attemptSeconds = parseCount('seconds', options.seconds)
const exportsFolder = createDataFolder('botola-bench-long')
/** Creates an installation with `exportRows` rows in each list that can be exported, and at most 300,000 teams. */
const createExportRows = async () => {
  const first = await startBuiltServer(exportsFolder.path, { ...admin, DEMO: 'off' })
  await first.server.stop()
  let event = ''
  await withDatabaseIn(exportsFolder.path, async ({ pool }) => {
    await insertListRows(pool, 'users', exportRows)
    await insertListRows(pool, 'downloads', exportRows)
    await insertListRows(pool, 'teams', Math.min(exportRows, 300_000))
    event = await insertRanking(pool, exportRows)
  })
  return { data: exportsFolder.path, event }
}
const benchmarks: Record<string, () => Promise<void>> = {
  starts: async () => {
    const first = await startBuiltServer(demoFolder.path)
    await first.server.stop()
    const later: number[] = []
    for (let i = 0; i < 3; i++) {
      const { server, milliseconds } = await startBuiltServer(demoFolder.path)
      later.push(milliseconds)
      await server.stop()
    }
    results.starts = { first: round(first.milliseconds, 0), later: later.map((each) => round(each, 0)) }
    print(
      `first start, built: ${round(first.milliseconds, 0)} ms to the first page; later ${later.map((each) => round(each, 0)).join(', ')} ms (at most 3000)`,
    )
  },
  memory: async () => {
    const { server, pid } = await startBuiltServer(demoFolder.path)
    // the memory of the start is freed after ten seconds
    await new Promise((done) => setTimeout(done, 20_000))
    const { node, postgres } = measureMemory(pid, demoFolder.path)
    await server.stop()
    results.memory = { node: round(node, 0), postgres: round(postgres, 0) }
    print(`idle memory: Node ${round(node, 0)} MB (at most 200), PostgreSQL ${round(postgres, 0)} MB (at most 100)`)
  },
  'cached-replies': async () => {
    if (!(await hasWrk())) {
      print('not run: wrk is missing')
      return
    }
    const { server, address } = await startBuiltServer(demoFolder.path)
    const result = await measureThroughput(address, event)
    await server.stop()
    results['cached-replies'] = result
    for (const { path, bytes, product, bare, ratio } of result)
      print(`${path}: ${round(product, 0)} requests/s, bare ${round(bare, 0)}, ratio ${round(ratio)} (at least 0.8), ${bytes} bytes`)
    writeTableRows(listThroughputRows(result))
  },
  weight: async () => {
    const { server, address } = await startBuiltServer(demoFolder.path)
    const browser = await launchBrowser(findBrowser())
    const pages = ['/', '/?lang=ar', `/events/${event}/`, ...sitePages]
    const weights = []
    for (const path of pages) weights.push(await measurePageWeight(browser, address, path))
    await browser.close()
    await server.stop()
    results.weight = weights
    for (const { path, scripts, styles, fonts, hosts, shift, problems } of weights)
      print(
        `${path}: scripts ${round(scripts / 1024, 1)} KB gzipped (at most 150), styles ${round(styles / 1024, 1)} KB, fonts ${round(fonts / 1024, 1)} KB (at most 60), layout shift ${round(shift, 4)}, hosts ${hosts.length}${problems.length ? `, problems: ${problems.join('; ')}` : ''}`,
      )
  },
  lighthouse: async () => {
    const { server, address } = await startBuiltServer(demoFolder.path)
    const pages = ['/', `/events/${event}/`, ...sitePages, '/privacy/', '/terms/', '/login/', '/register/']
    const scores = await runLighthouse(
      findBrowser(),
      address,
      pages.flatMap((path) => [path, `${path}?lang=ar`]),
      5,
    )
    await server.stop()
    results.lighthouse = scores
    for (const { path, performance, accessibility, 'best-practices': practices, seo, failed } of scores)
      print(
        `${path}: Lighthouse ${performance} / ${accessibility} / ${practices} / ${seo} (98 / 100 / 100 / 100; SEO only where a page may be indexed)${failed.length ? `, failed: ${failed.join(', ')}` : ''}`,
      )
  },
  ranking: () =>
    withEmptyDatabase(async (database) => {
      const { small, large, ratio, indexRows, entries } = await measureScoreboard(database)
      results.ranking = { small, large, ratio, indexRows }
      print(
        `first ten of ${entries.large} entries: ${round(large, 3)} ms, of ${entries.small}: ${round(small, 3)} ms, ratio ${round(ratio)} (at most 2); the first 100 read ${indexRows} rows of the index (100)`,
      )
    }),
  lists: () =>
    withEmptyDatabase(async (database) => {
      const lists: ListFigures[] = []
      await measureLists(database, (list) => {
        lists.push(list)
        print(
          `${list.list}, 100,000 rows, ${list.requests} pages: median ${round(list.elapsed.median, 1)} ms, 95 % within ${round(list.elapsed.p95, 1)} ms (at most 150), slowest ${round(list.elapsed.slowest, 1)} ms; on a processor ${round(list.work.median, 1)}, ${round(list.work.p95, 1)}, ${round(list.work.slowest, 1)} ms (${list.mostWork})`,
        )
      })
      const dashboard = await measureDashboard(database)
      print(
        `the metrics of the dashboard for these lists, without its cache: median ${round(dashboard.median, 1)} ms, slowest ${round(dashboard.slowest, 1)} ms`,
      )
      results.lists = { lists, dashboard }
    }),
  recalculation: () =>
    withEmptyDatabase(async (database) => {
      const figures = await measureRecalculation(database)
      results.recalculation = figures
      print(
        `${figures.entries} entries computed again by five ranking keys: ${round(figures.milliseconds, 0)} ms (at most 1000); a preview of the ranks that change: ${round(figures.previewMilliseconds, 0)} ms`,
      )
    }),
  schedule: async () => {
    const data = createDataFolder('botola-bench-schedule')
    const first = await startBuiltServer(data.path, { ...admin, DEMO: 'off' })
    await first.server.stop()
    let eventId = ''
    await withDatabaseIn(data.path, async (database) => {
      eventId = await insertEventWithTeams(database)
    })
    const { server, address } = await startBuiltServer(data.path, { ...admin, DEMO: 'off' })
    const figures = await measureSchedule(address, await signInAsAdmin(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD), eventId)
    await server.stop()
    data.remove()
    results.schedule = figures
    print(
      `a schedule for 400 teams, 5 rounds and 20 tables, from the call to the reply, saved: ${figures.slots} slots, ${figures.missing} missing, median ${round(figures.median, 0)} ms, slowest ${round(figures.slowest, 0)} ms (at most 2000)`,
    )
  },
  exports: async () => {
    const { data, event } = await createExportRows()
    const { server, address, pid } = await startBuiltServer(data, admin)
    const token = await signInAsAdmin(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)
    const found: object[] = []
    for (const path of [
      `${paths.adminUsers}/?download=true&format=csv`,
      `${paths.adminDownloads}/export`,
      `/api/admin/events/${event}/scores/export`,
      `${paths.adminTeams}/?download=true&format=csv`,
    ]) {
      const one = await measureExport(address, pid, token, path)
      found.push(one)
      print(
        `${one.path.replace(event, '…')}: ${one.rows} rows, ${round(one.megabytes, 0)} MB in ${round(one.seconds, 1)} s, first byte after ${round(one.firstByte, 0)} ms (at most 200), memory grown by ${round(one.grown, 0)} MB (at most 64), other calls meanwhile ${round(one.otherMedian, 0)} ms, the slowest ${round(one.slowestOther, 0)} ms (before: ${round(one.quietMedian, 0)} ms)`,
      )
    }
    await server.stop()
    results.exports = found
  },
  registrations: async () => {
    const data = createDataFolder('botola-bench-teams')
    const admin = { ADMIN_EMAIL: 'admin@load.example', ADMIN_PASSWORD: 'a password for the bench only' }
    const { server, address } = await startBuiltServer(data.path, admin)
    const found = await measureRegistrations(address, await signInAsAdmin(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD))
    await server.stop()
    data.remove()
    results.registrations = found
    const { alone, sustained, lastPlace } = found
    print(
      `a complete team with three images of ${alone.pictureKilobytes} KB: ${round(alone.median, 0)} ms, slowest ${round(alone.slowest, 0)} ms (at most 2000)`,
    )
    print(
      `${sustained.good} of ${sustained.sent} such teams in ${round(sustained.seconds, 1)} s (200 in 60), median ${round(sustained.median, 0)} ms, slowest ${round(sustained.slowest, 0)} ms, while ${sustained.pages} public pages were read, ${sustained.failedPages} failed, slowest ${round(sustained.slowestPage, 0)} ms`,
    )
    print(
      `${lastPlace.sent} at once for the last place: ${lastPlace.won} succeeded, ${lastPlace.refused} were rejected because it is full, ${lastPlace.other} failed otherwise, in ${round(lastPlace.seconds, 1)} s`,
    )
  },
  uploads: async () => {
    const found: Record<string, UploadFigures> = {}
    for (const kind of uploadKinds) {
      if (options.upload && options.upload !== kind) continue
      const data = createDataFolder(`botola-bench-${kind}`)
      const { server, address, pid } = await startBuiltServer(data.path, admin)
      const token = await signInAsAdmin(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)
      // the memory of the start is freed after ten seconds
      await new Promise((done) => setTimeout(done, 15_000))
      const figures = await measureUploads(address, pid, token, kind)
      found[kind] = figures
      await server.stop()
      data.remove()
      const { alone, together } = figures
      print(
        `${kind}, ${round(figures.bodySize, 0)} MB, alone: ${round(alone.milliseconds, 0)} ms, memory grown by ${round(alone.grown, 0)} MB, slowest other call ${round(alone.other, 0)} ms`,
      )
      print(
        `${kind}, 50 at once in ${round(together.seconds, 1)} s: ${together.served} served, ${together.busy} rejected with 503 and Retry-After, ${together.failed} without a reply, other replies: ${together.others.join('; ') || 'none'}; memory grown by ${round(together.grown, 0)} MB (at most 128), slowest other call ${round(together.other, 0)} ms`,
      )
    }
    results.uploads = found
  },
  overview: async () => {
    const data = createDataFolder('botola-bench-overview')
    const { server, address } = await startBuiltServer(data.path, admin)
    const browser = await launchBrowser(findBrowser())
    const result = await measureOverview(browser, address, {
      ...{ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
      ...{ sheets: 40, rounds: 3 },
    })
    await browser.close()
    await server.stop()
    data.remove()
    results.overview = result
    print(
      `${result.sheets} sheets, ${result.slots} slots; from the sheet to the overview in a browser: median ${round(result.median, 0)} ms (at most 1000), slowest ${round(result.slowest, 0)} ms`,
    )
  },
  listeners: async () => {
    const data = createDataFolder('botola-bench-listeners')
    const { server, address, pid } = await startBuiltServer(data.path, scoreEventEnv)
    const result = await measureListeners({ address, pid }, { listeners: 10_000, perSecond: 50, seconds: 30 })
    await server.stop()
    data.remove()
    results.listeners = result
    print(
      `${result.listeners} listeners (10,000), ${result.ended} ended; ${result.writes} writes in ${round(result.seconds, 1)} s in ${result.events} events; ${result.missed} events missed, ${result.upToDate} listeners up to date, ${result.wrongTotals} wrong totals; from the acknowledged write to the listener: median ${result.median} ms, 99 % within ${result.p99} ms (at most 300), slowest ${result.slowest} ms; server ${round(result.memory, 0)} MB (at most 400)`,
    )
  },
  attempts: async () => {
    const data = createDataFolder('botola-bench-attempts')
    const { server, address } = await startBuiltServer(data.path, scoreEventEnv)
    const result = await measureAttempts(address, { perSecond: 100, seconds: attemptSeconds })
    await server.stop()
    data.remove()
    results.attempts = result
    print(
      `${result.attempts} attempts in ${round(result.seconds, 1)} s with rules, 50 event streams and ${result.reads} reads (${result.failedReads} failed): failed: ${result.failed.join('; ') || 'none'}; median ${round(result.median, 0)} ms, 99 % within ${round(result.p99, 0)} ms, slowest ${round(result.slowest, 0)} ms; score log with ${result.log.rowCount} rows and ${result.log.problemCount} problems; ${result.wrongEntries} wrong entries, ${result.wrongTotals} wrong totals in the streams`,
    )
  },
  backup: async () => {
    const { backup, verify, restore, ...result } = await measureBackup({ entries: 100_000, perSecond: 100 })
    results.backup = { ...result, backup, verify, restore }
    for (const [name, { lines, seconds, peak }] of Object.entries({ backup, verify, restore }))
      print(`${name}: ${round(seconds, 1)} s, memory up to ${round(peak, 0)} MB; ${lines[0]}`)
    print(
      `${round(result.megabytes, 1)} MB; ${round(result.writesPerSecond, 0)} scores/s meanwhile (100), ${result.failedWrites} failed, median ${round(result.medianWrite, 0)} ms, slowest ${round(result.slowestWrite, 0)} ms; ${result.before} scores acknowledged before the backup, ${result.found} in it, ${result.after} at the end; ${result.equalTables} tables equal, others: ${result.otherTables.join(', ')}`,
    )
    for (const line of result.log) print(line)
  },
  kill: async () => {
    const result = await measureKills({ times: 30, say: print })
    results.kill = result
    print(
      `kill -9: ${result.kills} times, ${result.acknowledged} writes acknowledged, ${result.lost} lost, ${result.doubled} duplicated, ${result.failedStarts} starts failed, ${result.leftOver} processes left`,
    )
  },
}

for (const name of selected)
  if (!benchmarks[name]) throw new Error(`Unknown benchmark: ${name}. There are ${Object.keys(benchmarks).join(', ')}.`)
const machine = { processor: cpus()[0]?.model, cores: cpus().length, memory: Math.round(totalmem() / 2 ** 30), node: process.version }
print(`${machine.cores} × ${machine.processor}, ${machine.memory} GB, Node ${machine.node}`)
for (const [name, run] of Object.entries(benchmarks)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  print(`\n== ${name}`)
  await run()
}
demoFolder.remove()
exportsFolder.remove()
mkdirSync('bench-results', { recursive: true })
writeFileSync('bench-results/latest.json', `${JSON.stringify({ machine, figures: results }, null, 2)}\n`)
