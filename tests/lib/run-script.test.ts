import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isProcessRunning } from '#server/platform/db/embedded/lock-owner.ts'

const above = realpathSync(mkdtempSync(join(tmpdir(), 'botola-run-')))
afterAll(() => rmSync(above, { recursive: true, force: true }))

type Options = { version?: string; hasPinnedNode?: boolean; command?: string }
/**
 * Runs a command in a folder with a finished build, on a system whose Node says that it has this `version`. Returns
 * what it prints: the program prints that the Node of the system runs it.
 */
const run = (
  name: string,
  { version = process.versions.node, hasPinnedNode = true, command = 'start' }: Options = {},
) => {
  const folder = join(above, name)
  cpSync('scripts/run.mjs', join(folder, 'scripts', 'run.mjs'))
  mkdirSync(join(folder, 'build/program'), { recursive: true })
  writeFileSync(
    join(folder, 'build', 'program', 'main.js'),
    'process.stdout.write("the Node of the system\\n")\n',
  )
  const pinned = join(folder, 'scripts/node/node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(pinned, { recursive: true })
  if (hasPinnedNode)
    writeFileSync(join(pinned, 'node'), '#!/bin/sh\necho "the Node among the packages"\n', { mode: 0o755 })
  const setVersion = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--import=data:text/javascript,${setVersion}`, join(folder, 'scripts', 'run.mjs'), command],
    { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' }, timeout: 60_000 },
  )
  return { status, output: (stdout + stderr).trim() }
}

test.each([
  ['27.1.0', 'the Node of the system'],
  ['24.0.0', 'the Node of the system'],
  ['23.9.0', 'the Node among the packages'],
  ['20.19.1', 'the Node among the packages'],
])('on a system with Node %s, Botola runs with %s', (version, used) => {
  expect(run(version, { version })).toEqual({ status: 0, output: used })
})

test('a Node that is too old is refused with one sentence', () => {
  expect(run('without', { version: '22.1.0', hasPinnedNode: false })).toEqual({
    status: 1,
    output: 'There is no Node 24 for this system among the packages: install Node 24 or newer and try again.',
  })
  expect(run('too-old', { version: '18.20.1' })).toEqual({
    status: 1,
    output: 'Botola needs Node 20 or newer; this is v18.20.1.',
  })
})

test('a finished build without sources refuses commands that need them with one sentence', () => {
  for (const command of ['dev', 'build', 'test'])
    expect(run(command, { command })).toEqual({
      status: 1,
      output: `This folder has a finished build without its sources: "npm run ${command}" needs them.`,
    })
})

test.each([
  ['fails', `process.exit(1)`],
  ['is stopped', `process.kill(parent, 'SIGTERM'); setTimeout(() => {}, 60_000)`],
])('when a build %s, the one that runs at the same time ends, too', async (name, end) => {
  const folder = join(above, name)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync('scripts/run.mjs', join(folder, 'scripts', 'run.mjs'))
  write('server/main.ts', '')
  write('package-lock.json', '{}')
  const lock = createHash('sha256').update('package-lock.json').update('\0').update('{}').update('\0')
  write('node_modules/.installed', lock.digest('hex'))
  write(
    'node_modules/@react-router/dev/bin.cjs',
    `const { renameSync, writeFileSync } = require('node:fs')
    writeFileSync('new.pid', String(process.pid))
    renameSync('new.pid', 'pages.pid')
    setTimeout(() => {}, 60_000)`,
  )
  write(
    'scripts/build-program.ts',
    `import { existsSync } from 'node:fs'
    const parent = process.ppid
    const timer = setInterval(() => {
      if (!existsSync('pages.pid')) return
      clearInterval(timer)
      ${end}
    }, 20)`,
  )
  const { status } = spawnSync(process.execPath, [join(folder, 'scripts', 'run.mjs'), 'build'], {
    env: { PATH: '/usr/bin:/bin' },
    stdio: 'ignore',
    timeout: 20_000,
  })
  expect(status).toBe(1)
  const pid = Number(readFileSync(join(folder, 'pages.pid'), 'utf8'))
  await vi.waitFor(() => expect(isProcessRunning(pid)).toBe(false), { timeout: 20_000 })
})
