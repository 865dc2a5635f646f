import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../support/services/free-port.ts'
import { findProgram } from './not-run.ts'

/**
 * Starts HAProxy on a free port. `folder` takes its configuration, `sections` are lines behind those that all
 * configurations share; `{port}` in them is where it listens. Its log is `lines`. Throws a `NotRunError` when
 * HAProxy is not installed.
 */
export const startBalancer = async (folder: string, sections: readonly string[]) => {
  const program = findProgram('haproxy')
  const port = await findFreePort()
  const file = join(folder, 'haproxy.cfg')
  const shared = [
    'global',
    '  log stdout format raw daemon',
    '  external-check',
    '  insecure-fork-wanted',
    'defaults',
    '  log global',
  ]
  writeFileSync(file, `${[...shared, ...sections].join('\n').replaceAll('{port}', String(port))}\n`)
  const child: ChildProcess = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => lines.push(...String(bytes).split('\n').filter(Boolean)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const canConnect = () =>
    new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (!(await canConnect())) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${lines.join(' / ')}`)
    await wait(50)
  }
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    lines,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
