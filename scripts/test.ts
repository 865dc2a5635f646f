import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findBrowser } from './browser.ts'

/**
 * Every check of the project, one after the other, all of them even when one fails. The last line counts the tests of all reports and the checks that
 * have none (each is one): `N passed, N failed`.
 */
const reports = 'test-results'
const totals = { passed: 0, failed: 0 }
const failures: string[] = []

// the settings of an installation must not reach the tests
const settings =
  /^(PORT|HOST|SITE_|DATA_DIR|DATABASE_|STORAGE_|SMTP_|MAIL_|ADMIN_|DEMO|SECRET_KEY|TELR_|METRICS_|LOG_LEVEL|TRUST_PROXY|DEV$)/
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)))

const node = (args: string[], env: Record<string, string> = {}) =>
  new Promise<boolean>((done) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...clean, ...env } })
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  })

const count = (name: string, passed: number, failed: number) => {
  totals.passed += passed
  totals.failed += failed
  if (failed > 0) failures.push(name)
}

const step = async (name: string, work: () => Promise<{ passed: number; failed: number }>) => {
  process.stdout.write(`\n== ${name}\n`)
  const begun = performance.now()
  const { passed, failed } = await work().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1 }
  })
  count(name, passed, failed)
  process.stdout.write(`== ${name}: ${failed === 0 ? 'good' : 'FAILED'}, ${Math.round((performance.now() - begun) / 1000)} s\n`)
}

/** A command that only says yes or no. */
const check = (name: string, commands: string[][]) =>
  step(name, async () => {
    let good = true
    for (const args of commands) good = (await node(args)) && good
    return { passed: good ? 1 : 0, failed: good ? 0 : 1 }
  })

const vitest = (name: string, file: string, filters: string[], env: Record<string, string> = {}) =>
  step(name, async () => {
    const report = `${reports}/${file}.json`
    const args = ['run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const good = await node(['node_modules/vitest/vitest.mjs', ...args], env)
    const read = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number; success: boolean }
    // a file that cannot even be loaded has no failed test, but the run is no success
    const broken = good && read.success ? 0 : Math.max(1, read.numFailedTests)
    return { passed: read.numPassedTests, failed: broken }
  })

type BrowserReport = { stats: { expected: number; unexpected: number; flaky: number } }
const browser = () =>
  step('journeys in the browser', async () => {
    const report = `${reports}/browser.json`
    const good = await node(['node_modules/@playwright/test/cli.js', 'test'], {
      BOTOLA_BROWSER: findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as BrowserReport
    if (stats.flaky > 0) process.stdout.write(`${stats.flaky} journeys needed a second try\n`)
    return { passed: stats.expected + stats.flaky, failed: good ? stats.unexpected : Math.max(1, stats.unexpected) }
  })

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await check('format and lint', [['node_modules/@biomejs/biome/bin/biome', 'ci', '--diagnostic-level=warn', '.']])
await check('types', [
  ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
])
await check('unused code', [['node_modules/knip/bin/knip.js']])
if (!process.argv.includes('--quick')) {
  await vitest('rules, calls, database, faults', 'unit', [], { BOTOLA_FAULTS: process.env.BOTOLA_FAULTS ?? '2' })
  if (existsSync('/usr/lib/postgresql/15/bin/postgres'))
    // what calls refuse before they ask a database is the same on every one
    await vitest('calls on PostgreSQL 15', 'calls-15', ['tests/api', 'tests/db', '--exclude=tests/api/bad-input.test.ts'], {
      BOTOLA_TEST_PG: '15',
    })
  await browser()
}
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed > 0 ? 1 : 0
