import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const above = realpathSync(mkdtempSync(join(tmpdir(), 'botola-run-')))
afterAll(() => rmSync(above, { recursive: true, force: true }))

/**
 * Runs a command in a folder with a finished build, whose packages have the Node of this process. `system` is
 * the version of another Node of the system.
 */
const run = (name: string, { system, command = 'start' }: { system?: string; command?: string } = {}) => {
  const folder = join(above, name)
  cpSync('scripts/run.mjs', join(folder, 'scripts', 'run.mjs'))
  const nodeFolder = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  for (const path of ['programs', nodeFolder, 'build/program'])
    mkdirSync(join(folder, path), { recursive: true })
  symlinkSync(process.execPath, join(folder, nodeFolder, 'node'))
  writeFileSync(
    join(folder, 'build', 'program', 'main.js'),
    'process.stdout.write("the Node among the packages")\n',
  )
  const node = join(folder, 'programs', 'node')
  if (system)
    writeFileSync(
      node,
      `#!/bin/sh\ncase "$1" in -p) echo '["${node}","${system}"]';; *) echo 'the Node of the system';; esac\n`,
      {
        mode: 0o755,
      },
    )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts', 'run.mjs'), command],
    {
      encoding: 'utf8',
      env: { PATH: join(folder, 'programs') },
      timeout: 60_000,
    },
  )
  return { status, output: (stdout + stderr).trim() }
}

test.each([
  ['27.1.0', 'the Node of the system'],
  ['26.0.0', 'the Node of the system'],
  ['24.9.0', 'the Node among the packages'],
])('on a system with Node %s, Botola runs with %s', (version, used) => {
  expect(run(version, { system: `v${version}` })).toEqual({ status: 0, output: used })
})

test('on a system without Node, Botola runs with the one among the packages', () => {
  expect(run('none')).toEqual({ status: 0, output: 'the Node among the packages' })
})

test('a finished build without sources refuses commands that need them with one sentence', () => {
  for (const command of ['dev', 'build', 'test'])
    expect(run(command, { command })).toEqual({
      status: 1,
      output: `This folder has a finished build without its sources: "npm run ${command}" needs them.`,
    })
})
