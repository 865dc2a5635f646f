// Entry point of every npm command. It runs with any Node from 20: installs when the lock file has changed,
// builds when the sources have changed, and starts the command with the system's Node from 26, else with the
// one that package.json pins. It may import node: modules only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const windows = process.platform === 'win32'
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
const bin = join(root, 'node_modules', '.bin')
// npm puts node_modules/.bin first: the pinned Node in there must not run npm
const outside = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)
const inside = `${bin}${delimiter}${outside}`

/** False in a folder that `npm run package` wrote: nothing is installed or built there. */
const hasSources = existsSync(join(root, 'server', 'main.ts'))

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

const run = (command, args, env, sentence) => {
  const done = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: windows,
  })
  if (done.status !== 0) fail(sentence)
}

/** Calls `work` when the digest differs from the one that was stored after the last call. */
const whenChanged = (stamp, now, work) => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  rmSync(stamp, { force: true })
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
}

const install = () =>
  whenChanged(join(root, 'node_modules', '.installed'), digest(['package-lock.json']), () => {
    process.stderr.write('Installing the packages (only when they changed) …\n')
    // no package needs its install scripts, so none of them is run
    run(
      windows ? 'npm.cmd' : 'npm',
      [
        'ci',
        '--include=dev',
        '--include=optional',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      { PATH: outside },
      'The packages could not be installed: check the network.',
    )
  })

/**
 * Returns the path of the Node among the packages, or undefined. Some versions of npm have no link to it in
 * node_modules/.bin.
 */
const findPinnedNode = () => {
  const system = `${windows ? 'win' : process.platform}-${process.arch}`
  const paths = [`node-${system}`, `node-bin-${system}`].map((name) =>
    join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node'),
  )
  return paths.find((path) => existsSync(path))
}

/**
 * Returns path and version of the system's Node. This process runs with the one among the packages when npm
 * started it.
 */
const readSystemNode = (pinned) => {
  if (!pinned || process.execPath !== realpathSync(pinned)) return [process.execPath, process.version]
  const args = ['-p', 'JSON.stringify([process.execPath, process.version])']
  const { status, stdout } = spawnSync('node', args, { encoding: 'utf8', env: { PATH: outside } })
  return status === 0 ? JSON.parse(stdout) : []
}

/** Returns the system's Node if it is new enough, else the one among the packages. */
const findNode = () => {
  const pinned = findPinnedNode()
  const [system, version = ''] = readSystemNode(pinned)
  if (Number(version.slice(1).split('.')[0]) >= 26) return system
  return (
    pinned ??
    fail('There is no Node 26 for this system among the packages: install Node 26 or newer and try again.')
  )
}

const production = { NODE_ENV: 'production', PATH: inside }
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
    () => {
      process.stderr.write('Building the pages …\n')
      const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
      run(node, [cli, 'build', '--logLevel', 'warn'], production, 'The pages could not be built.')
      run(node, ['scripts/build-service-worker.ts'], production, 'The service worker could not be built.')
      run(node, ['scripts/compress.ts'], production, 'The pages could not be compressed.')
    },
  )

const buildProgram = (node) =>
  whenChanged(
    join(root, 'build', '.program'),
    digest([...files(['server', 'contract', 'i18n']), 'scripts/build-program.ts', ...settings]),
    () => {
      process.stderr.write('Building the server …\n')
      run(node, ['scripts/build-program.ts'], production, 'The server could not be built.')
    },
  )

/**
 * Settings of glibc: it returns the memory of uploads and decoded pictures to the system. Without them it
 * would keep some for each thread.
 */
const allocation = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' }

/**
 * The builds that each command needs, and the script that it runs. The script of a command without
 * `takesArguments: false` checks its arguments itself.
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
    takesArguments: false,
    build: [],
    args: ['--watch', '--watch-preserve-output', 'server/main.ts'],
    env: { DEV: '1' },
  },
  build: { takesArguments: false, build: [buildPages, buildProgram] },
  'build:server': { takesArguments: false, build: [buildProgram] },
  // npm does not run with the Node among the packages
  package: { build: [buildPages, buildProgram], args: ['scripts/package.ts'], env: { PATH: outside } },
  check: { takesArguments: false, build: [], args: ['scripts/test.ts', 'checks'] },
  // these two build beside their checks
  test: { build: [], args: ['scripts/test.ts'] },
  'test:nightly': { build: [], args: ['scripts/test.ts', '--nightly'] },
  bench: { build: [buildPages, buildProgram], args: ['scripts/bench.ts'] },
  screenshots: { build: [buildPages, buildProgram], args: ['scripts/screenshots.ts'] },
  faults: { build: [buildPages, buildProgram], args: ['scripts/faults.ts'] },
  db: { build: [buildProgram], args: ['build/program/db.js'] },
  demo: { build: [buildProgram], args: ['build/program/demo.js'] },
  keys: { build: [buildProgram], args: ['build/program/keys.js'] },
  results: { build: [buildProgram], args: ['build/program/results.js'] },
  admin: { build: [buildProgram], args: ['build/program/admin.js'] },
  'docs:calls': {
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
    takesArguments: false,
    build: [buildPages, buildProgram],
    args: ['scripts/release-fixture.ts'],
  },
  'verify:rankings': { build: [], args: ['scripts/verify-rankings.ts'] },
  'verify:matches': { build: [], args: ['scripts/verify-matches.ts'] },
  'db:generate': { build: [], args: ['scripts/generate-migration.ts'] },
}

const main = () => {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Botola needs Node 20 or newer; this is ${process.version}.`)
  const [what, ...rest] = process.argv.slice(2)
  const command = commands[what]
  if (!command) fail(`Unknown command. Commands: ${Object.keys(commands).join(', ')}.`)
  if (command.takesArguments === false && rest.length > 0)
    fail(`"npm run ${what}" takes no arguments: "${rest[0]}" is not understood.`)
  if (!hasSources && !command.args?.at(-1).startsWith('build/program/'))
    fail(`This folder has a finished build without its sources: "npm run ${what}" needs them.`)
  if (hasSources) install()
  const node = findNode()
  if (hasSources) for (const build of command.build) build(node)
  if (!command.args) return
  const child = spawn(node, [...command.args, ...rest], {
    // the closed channel tells the child that this process was killed
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocation, ...process.env, PATH: inside, BOTOLA_ROOT: root, ...command.env },
    shell: windows,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

main()
