import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningScript, startScript } from '../../faults/processes.ts'
import { findFreePort } from '../../support/services/free-port.ts'
import { admin } from '../score-event.ts'

/** Milliseconds in which a server must be ready after it was started. */
const startLimitMs = 60_000
const thisUser = { name: 'this user', ids: undefined }
/** The settings with which `scripts/run.mjs start` starts the server. */
const startEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  NODE_OPTIONS: '--max-semi-space-size=4',
  NODE_ENV: 'production',
}
/** The key of all measured installations. */
const secretKey = 'a key for measurements only, thirty-two characters and more'

/**
 * Starts a built server as `npm start` does, and starts it again whenever it ends, as a service manager
 * would. `dataDir` is its data folder, `env` are further settings.
 */
export const startServer = async (dataDir: string, env: Record<string, string> = {}) => {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    ...startEnvironment,
    NODE_COMPILE_CACHE: resolve('build/program/compile-cache'),
    BOTOLA_ROOT: resolve('.'),
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: secretKey,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // each reader is a visitor with an address of its own, because calls are limited by address
    TRUST_PROXY: 'loopback',
    ...env,
  }
  let isWanted = true
  let [starts, failedStarts] = [0, 0]
  let lastErrors = ''
  let running: RunningScript
  const start = () => {
    starts++
    running = startScript('build/program/main.js', settings, thisUser)
    void running.ended.then(async ({ code, errors }) => {
      if (code === 1) failedStarts++
      lastErrors = errors || lastErrors
      if (!isWanted) return
      // a server that cannot start is not started in a loop
      if (code === 1) await wait(1000)
      if (isWanted) start()
    })
  }
  const waitUntilReady = async () => {
    for (const startedAt = performance.now(); performance.now() - startedAt < startLimitMs; await wait(50)) {
      const reply = await fetch(`${address}/readyz`).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply?.ok) return
    }
    throw new Error(`the server is not ready after ${startLimitMs / 1000} s: ${lastErrors}`)
  }
  start()
  await waitUntilReady()
  return {
    address,
    port,
    settings,
    /** How often the server was started, and how often it ended with an error. */
    starts: () => starts,
    failedStarts: () => failedStarts,
    /** Kills the server. It is started again at once. */
    kill: () => running.child.kill('SIGKILL'),
    /** Stops the server with SIGTERM, starts it again, and waits until it is ready. Returns the exit code. */
    restart: async () => {
      const { child, ended } = running
      child.kill('SIGTERM')
      const { code } = await ended
      await waitUntilReady()
      return code
    },
    waitUntilReady,
    /** Stops the server for good. Returns the exit code. */
    stop: async () => {
      isWanted = false
      return running.stop()
    },
    /** Runs a command of the operator with the settings of this server. Returns its exit code and output. */
    runCommand: async (name: 'results', args: readonly string[]) => {
      const script = startScript(`build/program/${name}.js`, settings, thisUser, args)
      const { code, errors } = await script.ended
      return { code, output: [...script.lines, errors].join('\n').trim() }
    },
  }
}
export type RunningServer = Awaited<ReturnType<typeof startServer>>
