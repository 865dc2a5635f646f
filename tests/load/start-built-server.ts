import { resolve } from 'node:path'
import type { Database } from '#server/platform/db/open.ts'
import { startScript } from '../faults/processes.ts'
import { createDataFolder } from '../support/services/data-folder.ts'
import { signInAsAdmin } from './exports.ts'
import { withDatabaseIn } from './with-database.ts'

/**
 * Starts the built server with the memory settings of `npm start` on a free port, and requests the home page
 * once. `milliseconds` is the time until that page arrived.
 */
export const startBuiltServer = async (data: string, env: Record<string, string> = {}) => {
  const startedAt = performance.now()
  // scripts/run.mjs sets these for `npm start`; without a value, glibc would get all its memory from the
  // system in small pieces
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

/** The administrator of the servers that a benchmark starts. */
export const admin = { ADMIN_EMAIL: 'admin@load.example', ADMIN_PASSWORD: 'a password for the bench only' }

export type BuiltServer = { address: string; pid: number; signIn: () => Promise<string> }
/**
 * Starts the built server in a data folder for `work`, a new one if none is named, and stops it afterwards.
 */
export const withServer = async <T>(
  env: Record<string, string>,
  work: (server: BuiltServer) => Promise<T>,
  folder?: string,
): Promise<T> => {
  const data = createDataFolder('botola-bench-server')
  const { server, address, pid } = await startBuiltServer(folder ?? data.path, env)
  try {
    return await work({
      address,
      pid,
      signIn: () => signInAsAdmin(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD),
    })
  } finally {
    await server.stop()
    data.remove()
  }
}
/** Starts the built server in a data folder that `fill` has filled, for `work`. */
export const withFilledServer = async <F, T>(
  fill: (database: Database) => Promise<F>,
  work: (server: BuiltServer, filled: F) => Promise<T>,
): Promise<T> => {
  const data = createDataFolder('botola-bench-filled')
  const env = { ...admin, DEMO: 'off' }
  await withServer(env, async () => {}, data.path)
  const filled = await withDatabaseIn(data.path, fill)
  const result = await withServer(env, (server) => work(server, filled), data.path)
  data.remove()
  return result
}
