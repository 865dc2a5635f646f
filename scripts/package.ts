import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseCommandLineOrExit, print, printError } from '#server/command-line.ts'
import { tryCreatePostgresSymlinks } from '#server/platform/db/embedded/open-embedded.ts'
import { unbundledPackages } from './unbundled-packages.ts'

/**
 * Writes a folder with the finished build and the packages that it loads, in the versions of the lock file.
 * It needs neither sources nor development packages.
 */
const usage = `Usage: npm run package -- FOLDER [--without-node] [--without-postgres]
  writes an installation without development packages to a new folder, for systems like this one
  --without-node       the systems where it runs have Node 24 or newer
  --without-postgres   they set DATABASE_URL or PG_BIN`

const contents = [
  'build',
  'scripts/run.mjs',
  'server/platform/db/migrations',
  'server/platform/lib/fonts',
  'server/platform/print/templates',
  'server/seed/demo/files',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
]
const commandsOfOperators =
  /^(start|db:(migrate|export|import|backup|restore|verify)|demo:|results:|keys:|admin:)/

type Lock = { packages: Record<string, { version?: string; integrity?: string }> }
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T

/** Runs npm in a folder. Ends this process when it fails. */
const runNpm = (folder: string, ...args: string[]) => {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (
    spawnSync('npm', [...args, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0
  )
    return
  printError('The packages could not be installed: check the network.')
  process.exit(1)
}

const { values, positionals } = parseCommandLineOrExit({
  usage,
  positionals: [1, 1],
  options: {
    'without-node': { type: 'boolean', default: false },
    'without-postgres': { type: 'boolean', default: false },
  },
})
const folder = resolve(positionals[0] as string)
if (existsSync(folder) && readdirSync(folder).length > 0) {
  printError(`The folder ${folder} is not empty: name a new one.`)
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
for (const path of contents)
  cpSync(path, join(folder, path), { recursive: true, filter: (source) => !source.endsWith('compile-cache') })

type Manifest = Record<'name' | 'version' | 'description' | 'license' | 'type', string> &
  Record<'engines' | 'scripts' | 'dependencies' | 'optionalDependencies', Record<string, string>>
const { name, version, description, license, type, engines, scripts, dependencies, optionalDependencies } =
  readJson<Manifest>('package.json')
const select = (record: Record<string, string>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)))
const reduced = {
  ...{ name, version, private: true, description, license, type, engines },
  scripts: select(scripts, (name) => commandsOfOperators.test(name)),
  dependencies: select(dependencies, (name) => unbundledPackages.includes(name)),
  optionalDependencies: values['without-postgres'] ? {} : optionalDependencies,
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(reduced, null, 2)}\n`)
cpSync('package-lock.json', join(folder, 'package-lock.json'))
// removes the entries of the other packages, and changes none
runNpm(folder, 'install', '--package-lock-only')
const { packages } = readJson<Lock>('package-lock.json')
for (const [path, { integrity }] of Object.entries(
  readJson<Lock>(join(folder, 'package-lock.json')).packages,
))
  if (path !== '' && (integrity === undefined || integrity !== packages[path]?.integrity)) {
    printError(`The package ${path} is not the one of package-lock.json.`)
    process.exit(1)
  }
runNpm(folder, 'ci', '--omit=dev', '--include=optional', '--prefer-offline')
// so that PostgreSQL need not be copied where the folder is read-only
for (const name of Object.keys(optionalDependencies))
  tryCreatePostgresSymlinks(join(folder, 'node_modules', name))
if (!values['without-node']) {
  const nodeFolder = 'scripts/node'
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(nodeFolder, name), join(folder, nodeFolder, name))
  runNpm(join(folder, nodeFolder), 'ci', '--include=optional', '--prefer-offline')
  // headers for native code, a third of the size of Node
  for (const name of readdirSync(join(folder, nodeFolder, 'node_modules')))
    rmSync(join(folder, nodeFolder, 'node_modules', name, 'include'), { recursive: true, force: true })
}
print(`${folder} has the installation: "npm start" in it, or a copy of it, starts Botola.`)
