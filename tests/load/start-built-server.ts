import { resolve } from 'node:path'
import { startScript } from '../faults/processes.ts'

/** Starts the built server with the memory settings of `npm start` on a free port, and requests the home page once. `milliseconds` is the time until that page arrived. */
export const startBuiltServer = async (data: string, env: Record<string, string> = {}) => {
  const startedAt = performance.now()
  // scripts/run.mjs sets these for `npm start`; without a value, glibc would get all its memory from the system in small pieces
  const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '32768' } = process.env
  const server = startScript(
    'build/program/main.js',
    {
      MALLOC_ARENA_MAX,
      MALLOC_MMAP_THRESHOLD_,
      NODE_OPTIONS: '--max-semi-space-size=4',
      NODE_COMPILE_CACHE: resolve('build/program/compile-cache'),
      NODE_ENV: 'production',
      BOTOLA_ROOT: resolve('.'),
      DATA_DIR: data,
      PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    { name: 'this user', ids: undefined },
  )
  const address = (await server.line('Botola is at')).replace('Botola is at ', '')
  const reply = await fetch(`${address}/`)
  await reply.text()
  return { server, address, milliseconds: performance.now() - startedAt, pid: server.child.pid as number }
}
