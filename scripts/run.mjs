// Entry point of every npm command. It runs with any Node from 20: installs when the lock file has changed,
// builds when the sources have changed, and starts the command with the system's Node from 24, else with the
// one that scripts/node/package.json pins. It may import node: modules only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const windows = process.platform === 'win32'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const bin = join(root, 'node_modules', '.bin')
/** The oldest version of the system's Node that is used: all tests pass with it. */
const oldestNode = 24
// npm puts folders of packages first
const outside = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** False in a folder that `npm run package` wrote: nothing is installed or built there. */
const hasSources = existsSync(join(root, 'server', 'main.ts'))

const startedAt = Date.now()
/** Says what is being done, with the seconds since the command began. */
const tell = (sentence) =>
  process.stderr.write(`[${Math.round((Date.now() - startedAt) / 1000)} s] ${sentence}\n`)

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Every file below the paths, in a fixed order. */
const files = (paths) =>
  paths.flatMap((path) => {
    if (!existsSync(path)) return []
    const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return entries.flatMap((entry) =>
      entry.isDirectory() ? files([join(path, entry.name)]) : [join(path, entry.name)],
    )
  })

const digest = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths)
    if (existsSync(path)) hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** The installations and builds that run. They end with this process. */
const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill()
})
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const exit = () => process.exit(1)
for (const signal of stopSignals) process.on(signal, exit)

const run = async (command, args, env, sentence) => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: windows,
  })
  children.add(child)
  const succeeded = await new Promise((done) => {
    child.on('error', () => done(false))
    child.on('exit', (code) => done(code === 0))
  })
  children.delete(child)
  if (!succeeded) fail(sentence)
}

/** Calls `work` when the digest differs from the one that was stored after the last call. */
const whenChanged = async (stamp, now, work) => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

/** Packages that only tools need: npm installs them for `npm start`, too, because others accept them as peers. */
const packagesOfTools = ['typescript', '@typescript', 'esbuild', '@esbuild', 'tsx', 'jiti', '@types']
/** Files that only developers read: declarations of types and source maps. */
const isForDevelopers = (path) => /\.(d\.[cm]?ts|map)$/.test(path)

const runNpmCi = (folder, args) =>
  run(
    windows ? 'npm.cmd' : 'npm',
    // no package needs its install scripts, so none of them is run
    [
      'ci',
      `--prefix=${folder}`,
      ...args,
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { PATH: outside },
    'The packages could not be installed: check the network.',
  )

/**
 * Installs the packages that build and run the product, and with `hasTools` also those of tests, checks and
 * benchmarks.
 */
const install = async (hasTools) => {
  const stamp = join(root, 'node_modules', '.installed')
  const lock = digest(['package-lock.json'])
  const withTools = `${lock} with tools`
  if (!hasTools && existsSync(stamp) && readFileSync(stamp, 'utf8') === withTools) return
  await whenChanged(stamp, hasTools ? withTools : lock, async () => {
    tell(
      `Installing the packages${hasTools ? ' with those of tests and tools' : ''} (only when they changed) …`,
    )
    await runNpmCi(root, [hasTools ? '--include=dev' : '--omit=dev'])
    if (hasTools) return
    const packages = join(root, 'node_modules')
    for (const name of packagesOfTools) rmSync(join(packages, name), { recursive: true, force: true })
    for (const path of files([packages])) if (isForDevelopers(path)) rmSync(path)
  })
}

const nodeFolder = join(root, 'scripts', 'node')

/** Returns the path of the Node of scripts/node, or undefined where it is not installed. */
const findPinnedNode = () => {
  const system = `${windows ? 'win' : process.platform}-${process.arch}`
  const paths = [`node-${system}`, `node-bin-${system}`].map((name) =>
    join(nodeFolder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node'),
  )
  return paths.find((path) => existsSync(path))
}

/** Installs the Node of scripts/node without the headers for native code, a third of its size. */
const installPinnedNode = () =>
  whenChanged(
    join(nodeFolder, 'node_modules', '.installed'),
    digest(['scripts/node/package-lock.json']),
    async () => {
      tell(`Installing Node, because that of the system is older than ${oldestNode} …`)
      await runNpmCi(nodeFolder, [])
      const node = findPinnedNode()
      // npm leaves out an optional package that it cannot download, without a word
      if (!node)
        fail(
          `Node could not be installed for this system: check the network, or install Node ${oldestNode} or newer.`,
        )
      rmSync(join(dirname(node), '..', 'include'), { recursive: true, force: true })
    },
  )

/** Returns the path of the system's Node if it is new enough, else of the one of scripts/node, which it installs. */
const findOrInstallNode = async () => {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  if (hasSources) await installPinnedNode()
  return (
    findPinnedNode() ??
    fail(
      `There is no Node ${oldestNode} for this system among the packages: install Node ${oldestNode} or newer and try again.`,
    )
  )
}

/** Returns the PATH with the programs of the packages, which run with `node`. */
const buildPath = (node) => [dirname(node), bin, outside].join(delimiter)
const settings = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]

const buildPages = (node) =>
  whenChanged(
    join(root, 'build', '.pages'),
    digest([
      ...files(['web', 'contract', 'i18n', 'docs/handbook']),
      'scripts/handbook.ts',
      'scripts/build-service-worker.ts',
      'scripts/compress.ts',
      ...settings,
    ]),
    async () => {
      tell('Building the pages …')
      const production = { NODE_ENV: 'production', PATH: buildPath(node) }
      const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
      await run(node, [cli, 'build', '--logLevel', 'warn'], production, 'The pages could not be built.')
      await run(
        node,
        ['scripts/build-service-worker.ts'],
        production,
        'The service worker could not be built.',
      )
      await run(node, ['scripts/compress.ts'], production, 'The pages could not be compressed.')
    },
  )

const buildProgram = (node) =>
  whenChanged(
    join(root, 'build', '.program'),
    digest([...files(['server', 'contract', 'i18n']), 'scripts/build-program.ts', ...settings]),
    async () => {
      tell('Building the server …')
      const production = { NODE_ENV: 'production', PATH: buildPath(node) }
      await run(node, ['scripts/build-program.ts'], production, 'The server could not be built.')
    },
  )

/**
 * Settings of glibc: it returns the memory of uploads and decoded pictures to the system. Without them it
 * would keep some for each thread.
 */
const allocation = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' }

/**
 * The builds that each command needs, the script that it runs, and whether it `hasTools` among its packages. The
 * script of a command without `takesArguments: false` checks its arguments itself.
 */
const commands = {
  start: {
    build: [buildPages, buildProgram],
    // new objects have at most 12 MB instead of 48
    args: ['--max-semi-space-size=4', 'build/program/main.js'],
    // Node keeps compiled scripts here, where only those can write who can change the scripts; a build
    // removes them
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: join(root, 'build', 'program', 'compile-cache') },
    takesArguments: false,
  },
  dev: {
    hasTools: true,
    takesArguments: false,
    build: [],
    args: ['--watch', '--watch-preserve-output', 'server/main.ts'],
    env: { DEV: '1' },
  },
  build: { takesArguments: false, build: [buildPages, buildProgram] },
  'build:server': { takesArguments: false, build: [buildProgram] },
  // npm does not run with the Node among the packages
  package: { build: [buildPages, buildProgram], args: ['scripts/package.ts'], env: { PATH: outside } },
  check: { hasTools: true, takesArguments: false, build: [], args: ['scripts/test.ts', 'checks'] },
  // these two build beside their checks
  test: { hasTools: true, build: [], args: ['scripts/test.ts'] },
  'test:nightly': { hasTools: true, build: [], args: ['scripts/test.ts', '--nightly'] },
  bench: { hasTools: true, build: [buildPages, buildProgram], args: ['scripts/bench.ts'] },
  screenshots: { hasTools: true, build: [buildPages, buildProgram], args: ['scripts/screenshots.ts'] },
  faults: { hasTools: true, build: [buildPages, buildProgram], args: ['scripts/faults.ts'] },
  db: { build: [buildProgram], args: ['build/program/db.js'] },
  demo: { build: [buildProgram], args: ['build/program/demo.js'] },
  keys: { build: [buildProgram], args: ['build/program/keys.js'] },
  results: { build: [buildProgram], args: ['build/program/results.js'] },
  admin: { build: [buildProgram], args: ['build/program/admin.js'] },
  'docs:calls': {
    hasTools: true,
    takesArguments: false,
    build: [],
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      'tests/published/contract-page.test.ts',
      'tests/published/routes-page.test.ts',
      '--update',
    ],
  },
  licences: { build: [], args: ['scripts/list-licences.ts'] },
  'release:fixture': {
    hasTools: true,
    takesArguments: false,
    build: [buildPages, buildProgram],
    args: ['scripts/release-fixture.ts'],
  },
  'verify:rankings': { build: [], args: ['scripts/verify-rankings.ts'] },
  'verify:matches': { build: [], args: ['scripts/verify-matches.ts'] },
  'db:generate': { hasTools: true, build: [], args: ['scripts/generate-migration.ts'] },
}

const main = async () => {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Botola needs Node 20 or newer; this is v${process.versions.node}.`)
  const [what, ...rest] = process.argv.slice(2)
  const command = commands[what]
  if (!command) fail(`Unknown command. Commands: ${Object.keys(commands).join(', ')}.`)
  if (command.takesArguments === false && rest.length > 0)
    fail(`"npm run ${what}" takes no arguments: "${rest[0]}" is not understood.`)
  if (!hasSources && !command.args?.at(-1).startsWith('build/program/'))
    fail(`This folder has a finished build without its sources: "npm run ${what}" needs them.`)
  const [node] = await Promise.all([
    findOrInstallNode(),
    hasSources ? install(command.hasTools ?? false) : undefined,
  ])
  if (hasSources) await Promise.all(command.build.map((build) => build(node)))
  if (hasSources && what === 'start') tell('Starting Botola …')
  if (!command.args) return
  const child = spawn(node, [...command.args, ...rest], {
    // the closed channel tells the child that this process was killed
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocation, ...process.env, PATH: buildPath(node), BOTOLA_ROOT: root, ...command.env },
    shell: windows,
  })
  for (const signal of stopSignals) process.off(signal, exit).on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

await main()
