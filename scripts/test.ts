import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseCommandLineOrExit, printErrorAndSetExitCode } from '#server/command-line.ts'
import { StartError } from '#server/platform/db/errors.ts'
import { findMissingCalls, type Recording } from '../tests/support/api/recorded-calls.ts'
import { findMissingPages, type PageRecording } from '../tests/support/browser/recorded-pages.ts'
import { findOrInstallBrowser, installMissingEnginesInCiAndList } from './browser.ts'

const usage = `Usage: npm test [-- GROUP …]
Runs all checks and tests, or those of the named groups. A check without a report counts as one test. Prints the failures, a table of the parts with their
times and, as the last line, the sum: N passed, N failed. Ends with code 1 when something failed.

  checks    format, lint, import rules, types, unused code
  calls     rules, calls, database, start, stop, upgrade, payments
  browser   pages in Chromium, and journeys in WebKit and Firefox

--nightly   also what takes too long for each change: load, faults, mutations, all tests on PostgreSQL 15, and another Chromium`

const groups = ['checks', 'calls', 'browser'] as const
const reports = 'test-results'
const recordings = `${reports}/recordings`
type Result = { passed: number; failed: number }
/** The rows of the table. `notRun` is the reason why a part cannot run on this machine. */
const parts: (Result & { name: string; seconds: number; notRun?: string })[] = []
const failures: string[] = []

// the settings of an installation must not affect the tests
const settings =
  /^(PORT|HOST|SITE_|DATA_DIR|PG_BIN|DATABASE_|MIGRATION_|STORAGE_|SMTP_|MAIL_|ADMIN_|DEMO|SECRET_KEY|TELR_|METRICS_|LOG_LEVEL|TRUST_PROXY|DEV$)/
/**
 * Returns the file system in memory where tests have enough room there, so that they do not wait for the
 * disk, else the usual folder for temporary files.
 */
const findTemporaryFolder = (): string => {
  const folder = '/dev/shm'
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const mount = mounts.find((line) => line.split(' ')[1] === folder)
  if (!mount || /\bnoexec\b/.test(mount)) return tmpdir()
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 2 ** 30 ? folder : tmpdir()
}

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name))),
  TMPDIR: findTemporaryFolder(),
}

const print = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Runs a Node script. Returns true when its exit code is 0. Its output is printed, or collected in `output`.
 */
const runNode = (args: string[], env: Record<string, string> = {}, output?: string[]) =>
  new Promise<boolean>((resolve) => {
    const target = output ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', target, target],
      env: { ...environment, ...env },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => output?.push(text))
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

/** Runs a part and adds its row to the table. A part that throws, or in which nothing ran, fails. */
const runPart = async (name: string, work: () => Promise<Result>) => {
  const startedAt = performance.now()
  const result = await work().catch((error: unknown) => {
    failures.push(`${name}\n${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  })
  if (result.passed + result.failed === 0) {
    failures.push(`${name}\nNo test ran.`)
    result.failed = 1
  }
  parts.push({ name, ...result, seconds: Math.round((performance.now() - startedAt) / 1000) })
}

const addPartNotRun = (name: string, notRun: string) =>
  parts.push({ name, passed: 0, failed: 0, seconds: 0, notRun })

/**
 * Runs a part that only passes or fails. Its output is printed when it has ended, because other parts run
 * beside it.
 */
const runCommands = (name: string, commands: string[][]) =>
  runPart(name, async () => {
    const output: string[] = []
    let hasPassed = true
    for (const args of commands) hasPassed = (await runNode(args, {}, output)) && hasPassed
    print(`\n== ${name}\n${output.join('')}`)
    if (!hasPassed) failures.push(`${name}\n${output.join('').slice(-2000)}`)
    return { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 }
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
const runVitest = (name: string, file: string, filters: string[], env: Record<string, string> = {}) =>
  runPart(name, async () => {
    print(`\n== ${name}`)
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

const runBrowserTests = (
  name: string,
  file: string,
  { options = [], findSettings }: { options?: string[]; findSettings: () => Record<string, string> },
) =>
  runPart(name, async () => {
    print(`\n== ${name}`)
    const report = `${reports}/${file}.json`
    const succeeded = await runNode(['node_modules/@playwright/test/cli.js', 'test', ...options], {
      ...findSettings(),
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
    failures.push(...problems)
    return { passed: problems.length === 0 ? 1 : 0, failed: problems.length }
  })

const printTable = () => {
  const width = Math.max(...parts.map(({ name }) => name.length))
  print(`\n${'part'.padEnd(width)}  seconds  passed  failed`)
  for (const { name, seconds, passed, failed, notRun } of parts)
    print(
      notRun
        ? `${name.padEnd(width)}  not run: ${notRun}`
        : `${name.padEnd(width)}  ${String(seconds).padStart(7)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}`,
    )
}

const runChecks = async () => {
  await runCommands('format and lint', [
    ['node_modules/@biomejs/biome/bin/biome', 'ci', '--diagnostic-level=warn', '.'],
  ])
  await runCommands('types', [
    ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
    // one checker does less work than several, and the build runs beside it
    ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1'],
  ])
  await runCommands('unused code', [['node_modules/knip/bin/knip.js']])
}

const runCallTests = async (isNightly: boolean) => {
  const projects = ['--project=shared', '--project=isolated']
  const nightly = { BOTOLA_NIGHTLY: isNightly ? '1' : '' }
  await runVitest('rules, calls, database, start', 'calls', projects, {
    ...nightly,
    BOTOLA_RECORDINGS: recordings,
  })
  await checkRecordings<Recording>('calls that were made', `${recordings}/calls`, findMissingCalls)
  // the oldest version among those that Botola runs on, beside the newest, which npm installs
  const version = ['14', '15', '16', '17'].find((each) =>
    existsSync(`/usr/lib/postgresql/${each}/bin/postgres`),
  )
  if (version)
    await runVitest(
      `PostgreSQL ${version}`,
      'older-postgresql',
      [...projects, ...(isNightly ? [] : ['migrate', 'roles'].map((name) => `tests/db/${name}.`))],
      { BOTOLA_TEST_PG: version },
    )
  else addPartNotRun('older PostgreSQL', 'none is installed in /usr/lib/postgresql')
}

/** Runs the journeys of judges, visitors and users in WebKit and Firefox. */
const runEngineTests = async () => {
  const config = 'tests/engines/playwright.config.ts'
  try {
    const { found, missing } = installMissingEnginesInCiAndList()
    for (const engine of missing) addPartNotRun(engine, 'it is not installed; CI=true installs it')
    if (found.length > 0)
      await runBrowserTests(found.join(' and '), 'engines', {
        options: ['--config', config],
        findSettings: () => ({}),
      })
  } catch (error) {
    await runPart('other engines', () => Promise.reject(error))
  }
}

const runAllBrowserTests = async (isNightly: boolean) => {
  const settings = { BOTOLA_NIGHTLY: isNightly ? '1' : '', BOTOLA_RECORDINGS: recordings }
  await runBrowserTests('browser', 'browser', {
    findSettings: () => ({ ...settings, BOTOLA_BROWSER: findOrInstallBrowser() }),
  })
  await checkRecordings<PageRecording>('pages that were visited', `${recordings}/pages`, findMissingPages)
  await runEngineTests()
  if (!isNightly) return
  const [name, path] = ['browser with a user interface', '/usr/bin/chromium']
  if (existsSync(path))
    await runBrowserTests(name, 'browser-chromium', {
      findSettings: () => ({ ...settings, BOTOLA_BROWSER: path }),
    })
  else addPartNotRun(name, `there is no ${path}`)
}

const run = async () => {
  const { positionals, values } = parseCommandLineOrExit({
    usage,
    positionals: [0, groups.length],
    options: { nightly: { type: 'boolean', default: false } },
  })
  const unknown = positionals.find((name) => !groups.some((group) => group === name))
  if (unknown) throw new StartError(`There is no group "${unknown}". The groups are ${groups.join(', ')}.`)
  const isWanted = (group: (typeof groups)[number]) => positionals.length === 0 || positionals.includes(group)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  // the checks need no build: one runs beside the other
  await Promise.all([
    isWanted('calls') || isWanted('browser')
      ? runCommands('build', [['scripts/run.mjs', 'build']])
      : undefined,
    isWanted('checks') ? runChecks() : undefined,
  ])
  if (isWanted('calls')) await runCallTests(values.nightly)
  if (isWanted('browser')) await runAllBrowserTests(values.nightly)
  if (values.nightly && positionals.length === 0) {
    await runVitest('load and faults', 'nightly', ['--project=nightly', '--maxWorkers=1'])
    await runCommands('mutations', [['scripts/mutations.ts']])
  }

  for (const failure of failures.slice(0, 20)) print(`\nFAILED ${failure.slice(0, 2000)}`)
  if (failures.length > 20) print(`\n${failures.length - 20} more failures are above.`)
  printTable()
  const sum = (count: 'passed' | 'failed') => parts.reduce((total, part) => total + part[count], 0)
  print(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}
run().catch(printErrorAndSetExitCode)
