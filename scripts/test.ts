import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { findMissingCalls, type Recording } from '../tests/support/api/recorded-calls.ts'
import { findMissingPages, type PageRecording } from '../tests/support/browser/recorded-pages.ts'
import { findOrInstallBrowser } from './browser.ts'

/**
 * Runs all checks of the project one after the other, also when one fails. A check without a report counts as
 * one test. At the end it prints the failures, a table of the parts with their times and, as the last line,
 * the sum: `N passed, N failed`.
 */
const reports = 'test-results'
const recordings = `${reports}/recordings`
type Counts = { passed: number; failed: number }
const parts: (Counts & { name: string; seconds: number })[] = []
const failures: string[] = []

// the settings of an installation must not affect the tests
const settings =
  /^(PORT|HOST|SITE_|DATA_DIR|PG_BIN|DATABASE_|MIGRATION_|STORAGE_|SMTP_|MAIL_|ADMIN_|DEMO|SECRET_KEY|TELR_|METRICS_|LOG_LEVEL|TRUST_PROXY|DEV$)/
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)))

/** Runs a Node script. Returns true when its exit code is 0. */
const runNode = (args: string[], env: Record<string, string> = {}) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environment, ...env },
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

const runPart = async (name: string, work: () => Promise<Counts>) => {
  process.stdout.write(`\n== ${name}\n`)
  const start = performance.now()
  const counts = await work().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1 }
  })
  parts.push({ name, ...counts, seconds: Math.round((performance.now() - start) / 1000) })
}

/** Runs a part that only passes or fails. */
const runCommands = (name: string, commands: string[][]) =>
  runPart(name, async () => {
    let passed = true
    for (const args of commands) passed = (await runNode(args)) && passed
    return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
  })

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
const runVitest = (name: string, file: string, filters: string[], env: Record<string, string>) =>
  runPart(name, async () => {
    const report = `${reports}/${file}.json`
    const args = ['run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const succeeded = await runNode(['node_modules/vitest/vitest.mjs', ...args], env)
    const read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    for (const { name: path, status, message, assertionResults } of read.testResults) {
      const failedTests = assertionResults.filter((test) => test.status === 'failed')
      for (const test of failedTests)
        failures.push(`${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
      if (status === 'failed' && failedTests.length === 0) failures.push(`${path}\n${message}`)
    }
    // a file that cannot be loaded has no failed test, but the run fails
    const failed = succeeded && read.success ? 0 : Math.max(1, read.numFailedTests)
    return { passed: read.numPassedTests, failed }
  })

type BrowserSuite = {
  suites?: BrowserSuite[]
  specs: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}
type BrowserReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: BrowserSuite[]
}

const collectBrowserFailures = ({ suites = [], specs }: BrowserSuite): string[] => [
  ...suites.flatMap(collectBrowserFailures),
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message))
        return `[${projectName}] ${file} > ${title}\n${messages.join('\n')}`
      }),
  ),
]

const runBrowserTests = () =>
  runPart('browser', async () => {
    const report = `${reports}/browser.json`
    const succeeded = await runNode(['node_modules/@playwright/test/cli.js', 'test'], {
      BOTOLA_BROWSER: findOrInstallBrowser(),
      BOTOLA_RECORDINGS: recordings,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as BrowserReport
    failures.push(...suites.flatMap(collectBrowserFailures))
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed: succeeded ? failed : Math.max(1, failed) }
  })

/** Checks the recordings of the tests: each missing call or page counts as a failed test. */
const checkRecordings = <R>(name: string, folder: string, missing: (read: R[]) => string[]) =>
  runPart(name, async () => {
    const read = readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as R)
    const problems = missing(read)
    for (const problem of problems) process.stdout.write(`${problem}\n`)
    failures.push(...problems)
    return { passed: problems.length === 0 ? 1 : 0, failed: problems.length }
  })

const printTable = () => {
  const width = Math.max(...parts.map(({ name }) => name.length))
  process.stdout.write(`\n${'part'.padEnd(width)}  seconds  passed  failed\n`)
  for (const { name, seconds, passed, failed } of parts)
    process.stdout.write(
      `${name.padEnd(width)}  ${String(seconds).padStart(7)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}\n`,
    )
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await runCommands('format and lint', [
  ['node_modules/@biomejs/biome/bin/biome', 'ci', '--diagnostic-level=warn', '.'],
])
await runCommands('types', [
  ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
  ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
])
await runCommands('unused code', [['node_modules/knip/bin/knip.js']])
if (!process.argv.includes('--quick')) {
  const faults = process.env.BOTOLA_FAULTS ?? '2'
  await runVitest('rules, calls, database, faults', 'unit', [], {
    BOTOLA_FAULTS: faults,
    BOTOLA_RECORDINGS: recordings,
  })
  await checkRecordings<Recording>('calls that were made', `${recordings}/calls`, findMissingCalls)
  if (existsSync('/usr/lib/postgresql/15/bin/postgres'))
    await runVitest(
      'PostgreSQL 15',
      'postgresql-15',
      ['tests/db', 'tests/api/scores', 'tests/api/payments'],
      { BOTOLA_TEST_PG: '15' },
    )
  await runBrowserTests()
  await checkRecordings<PageRecording>('pages that were visited', `${recordings}/pages`, findMissingPages)
}
for (const failure of failures.slice(0, 20)) process.stdout.write(`\nFAILED ${failure.slice(0, 2000)}\n`)
if (failures.length > 20) process.stdout.write(`\n${failures.length - 20} more failures are above.\n`)
printTable()
const totals = parts.reduce(
  (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
  {
    passed: 0,
    failed: 0,
  },
)
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exitCode = totals.failed > 0 ? 1 : 0
