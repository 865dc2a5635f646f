import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { paths } from '#contract/paths.ts'
import { start } from '../tests/faults/processes.ts'
import { adminToken, measureExport } from '../tests/load/exports.ts'
import { fillList, fillRanking } from '../tests/load/fill-lists.ts'
import { killBench } from '../tests/load/kill.ts'
import { askLighthouse } from '../tests/load/lighthouse.ts'
import { type ListFigures, measureDashboard, measureLists } from '../tests/load/lists.ts'
import { memoryOf } from '../tests/load/memory.ts'
import { openBrowser, weighPage } from '../tests/load/page-weight.ts'
import { measureRegistrations } from '../tests/load/registrations.ts'
import { measureScoreboard } from '../tests/load/scoreboard.ts'
import { measureThroughput } from '../tests/load/throughput.ts'
import { inDatabase, withDatabase } from '../tests/load/with-database.ts'
import { dataFolder } from '../tests/support/data-folder.ts'
import { findBrowser } from './browser.ts'

/**
 * The figures of the product, taken on this machine in one run. `npm run bench -- weight kill` takes only those. Nothing here passes or fails: the figures go to
 * the screen and to bench-results/latest.json, the aims stand beside them.
 */
const event = 'oasis-rescue'
const me = { name: 'this user', ids: undefined }
const figures: Record<string, unknown> = {}
const say = (text: string) => process.stdout.write(`${text}\n`)
const round = (value: number, digits = 2) => Number(value.toFixed(digits))

const serve = async (data: string, env: Record<string, string> = {}) => {
  const begun = performance.now()
  const server = start(
    'build/program/main.js',
    { NODE_ENV: 'production', BOTOLA_ROOT: resolve('.'), DATA_DIR: data, PORT: '0', LOG_LEVEL: 'error', ...env },
    me,
  )
  const address = (await server.line('Botola is at')).replace('Botola is at ', '')
  const reply = await fetch(`${address}/`)
  await reply.text()
  return { server, address, milliseconds: performance.now() - begun, pid: server.child.pid as number }
}

const folder = dataFolder('botola-bench')
const admin = { ADMIN_EMAIL: 'admin@load.example', ADMIN_PASSWORD: 'a password for the bench only' }

const million = 1_000_000
const longFolder = dataFolder('botola-bench-long')
/** An installation with a million rows in each list that can be exported, teams apart. */
const fillForExports = async () => {
  const first = await serve(longFolder.path, { ...admin, DEMO: 'off' })
  await first.server.stop()
  let event = ''
  await inDatabase(longFolder.path, async ({ pool }) => {
    await fillList(pool, 'users', million)
    await fillList(pool, 'downloads', million)
    await fillList(pool, 'teams', 300_000)
    event = await fillRanking(pool, million)
  })
  return { data: longFolder.path, event }
}
const kinds: Record<string, () => Promise<void>> = {
  starts: async () => {
    const first = await serve(folder.path)
    await first.server.stop()
    const later: number[] = []
    for (let i = 0; i < 3; i++) {
      const { server, milliseconds } = await serve(folder.path)
      later.push(milliseconds)
      await server.stop()
    }
    figures.starts = { first: round(first.milliseconds, 0), later: later.map((each) => round(each, 0)) }
    say(
      `first start, built: ${round(first.milliseconds, 0)} ms to the first page; later ${later.map((each) => round(each, 0)).join(', ')} ms (at most 3000)`,
    )
  },
  memory: async () => {
    const { server, pid } = await serve(folder.path)
    // what the start needed is given back within a while
    await new Promise((later) => setTimeout(later, 20_000))
    const { node, postgres } = memoryOf(pid, folder.path)
    await server.stop()
    figures.memory = { node: round(node, 0), postgres: round(postgres, 0) }
    say(`idle memory: Node ${round(node, 0)} MB (at most 200), PostgreSQL ${round(postgres, 0)} MB (at most 100)`)
  },
  throughput: async () => {
    const { server, address } = await serve(folder.path)
    const events = (await (await fetch(`${address}/api/events/?status=true`)).json()) as { events: { slug: string }[] }
    const slug = events.events.find((each) => each.slug === event)?.slug ?? events.events[0]?.slug
    const result = await measureThroughput(address, ['/api/events/?status=true', `/api/v1/events/scores/${slug}`, '/', '/?lang=ar'])
    await server.stop()
    figures.throughput = result
    for (const { path, bytes, product, bare, ratio } of result)
      say(`${path}: ${round(product, 0)} requests/s, bare ${round(bare, 0)}, ratio ${round(ratio)} (at least 0.75), ${bytes} bytes`)
  },
  weight: async () => {
    const { server, address } = await serve(folder.path)
    const browser = await openBrowser(findBrowser())
    const pages = ['/', '/?lang=ar', `/events/${event}/`, '/events', '/challenges/', '/about', '/support/', '/contact-us/']
    const weights = []
    for (const path of pages) weights.push(await weighPage(browser, address, path))
    await browser.close()
    await server.stop()
    figures.weight = weights
    for (const { path, scripts, styles, fonts, hosts, shift, problems } of weights)
      say(
        `${path}: scripts ${round(scripts / 1024, 1)} KB gzipped (at most 150), styles ${round(styles / 1024, 1)} KB, fonts ${round(fonts / 1024, 1)} KB (at most 60), layout shift ${round(shift, 4)}, hosts ${hosts.length}${problems.length ? `, problems: ${problems.join('; ')}` : ''}`,
      )
  },
  lighthouse: async () => {
    const { server, address } = await serve(folder.path)
    const scores = await askLighthouse(findBrowser(), address, [
      '/',
      '/?lang=ar',
      `/events/${event}/`,
      '/events',
      '/challenges/',
      '/about',
      '/support/',
      '/contact-us/',
    ])
    await server.stop()
    figures.lighthouse = scores
    for (const { path, performance, accessibility, 'best-practices': practices, seo, failed } of scores)
      say(
        `${path}: Lighthouse ${performance} / ${accessibility} / ${practices} / ${seo} (95 / 100 / 100 / 100)${failed.length ? `, failed: ${failed.join(', ')}` : ''}`,
      )
  },
  ranking: () =>
    withDatabase(async (database) => {
      const { small, large, ratio, indexRows, entries } = await measureScoreboard(database)
      figures.ranking = { small, large, ratio, indexRows }
      say(
        `first ten of ${entries.large} entries: ${round(large, 3)} ms, of ${entries.small}: ${round(small, 3)} ms, ratio ${round(ratio)} (at most 2); the first 100 read ${indexRows} rows of the index (100)`,
      )
    }),
  lists: () =>
    withDatabase(async (database) => {
      const lists: ListFigures[] = []
      await measureLists(database, (list) => {
        lists.push(list)
        say(
          `${list.list}, 100,000 rows, ${list.requests} pages: median ${round(list.elapsed.median, 1)} ms, 95 % within ${round(list.elapsed.p95, 1)} ms (at most 150), slowest ${round(list.elapsed.slowest, 1)} ms; on a processor ${round(list.work.median, 1)}, ${round(list.work.p95, 1)}, ${round(list.work.slowest, 1)} ms (${list.mostWork})`,
        )
      })
      const dashboard = await measureDashboard(database)
      say(
        `the dashboard's figures of these lists, counted anew: median ${round(dashboard.median, 1)} ms, slowest ${round(dashboard.slowest, 1)} ms`,
      )
      figures.lists = { lists, dashboard }
    }),
  exports: async () => {
    const { data, event } = await fillForExports()
    const { server, address, pid } = await serve(data, admin)
    const token = await adminToken(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)
    const found: object[] = []
    for (const path of [
      `${paths.adminUsers}/?download=true&format=csv`,
      `${paths.adminDownloads}/export`,
      `/api/admin/events/${event}/scores/export`,
      `${paths.adminTeams}/?download=true&format=csv`,
    ]) {
      const one = await measureExport(address, pid, token, path)
      found.push(one)
      say(
        `${one.path.replace(event, '…')}: ${one.rows} rows, ${round(one.megabytes, 0)} MB in ${round(one.seconds, 1)} s, first byte after ${round(one.firstByte, 0)} ms (at most 200), memory grown by ${round(one.grown, 0)} MB (at most 64), other calls meanwhile ${round(one.otherMedian, 0)} ms, the slowest ${round(one.slowestOther, 0)} ms (before: ${round(one.quietMedian, 0)} ms)`,
      )
    }
    await server.stop()
    figures.exports = found
  },
  registrations: async () => {
    const data = dataFolder('botola-bench-teams')
    const admin = { ADMIN_EMAIL: 'admin@load.example', ADMIN_PASSWORD: 'a password for the bench only' }
    const { server, address } = await serve(data.path, admin)
    const found = await measureRegistrations(address, await adminToken(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD))
    await server.stop()
    data.remove()
    figures.registrations = found
    const { alone, sustained, lastPlace } = found
    say(
      `a whole team with three pictures of ${alone.pictureKilobytes} KB: ${round(alone.median, 0)} ms, slowest ${round(alone.slowest, 0)} ms (at most 2000)`,
    )
    say(
      `${sustained.good} of ${sustained.sent} such teams in ${round(sustained.seconds, 1)} s (200 in 60), median ${round(sustained.median, 0)} ms, slowest ${round(sustained.slowest, 0)} ms, while ${sustained.pages} public pages were read, ${sustained.failedPages} failed, slowest ${round(sustained.slowestPage, 0)} ms`,
    )
    say(
      `${lastPlace.sent} at once for the last place: ${lastPlace.won} won, ${lastPlace.refused} were told that there is none, ${lastPlace.other} got something else, in ${round(lastPlace.seconds, 1)} s`,
    )
  },
  kill: async () => {
    const result = await killBench({ times: 30, program: 'build/program/main.js', say })
    figures.kill = result
    say(
      `kill -9: ${result.kills} times, ${result.acknowledged} writes acknowledged, ${result.lost} lost, ${result.doubled} doubled, ${result.failedStarts} starts failed, ${result.leftOver} processes left`,
    )
  },
}

const wanted = process.argv.slice(2)
for (const name of wanted) if (!kinds[name]) throw new Error(`no such figure: ${name}. There are ${Object.keys(kinds).join(', ')}.`)
const machine = { processor: cpus()[0]?.model, cores: cpus().length, memory: Math.round(totalmem() / 2 ** 30), node: process.version }
say(`${machine.cores} × ${machine.processor}, ${machine.memory} GB, Node ${machine.node}`)
for (const [name, take] of Object.entries(kinds)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  say(`\n== ${name}`)
  await take()
}
folder.remove()
longFolder.remove()
mkdirSync('bench-results', { recursive: true })
writeFileSync('bench-results/latest.json', `${JSON.stringify({ machine, figures }, null, 2)}\n`)
