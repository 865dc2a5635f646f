import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Log } from '#server/platform/db/log.ts'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { createRecurringJobs } from './jobs.ts'
import { createPaymentAndRefundService } from './money/payments/service.ts'
import { openMigrateAndSeedInstallation } from './open-installation.ts'
import { StartError } from './platform/db/errors.ts'
import { collectGarbage } from './platform/lib/collect-garbage.ts'
import { createLogger, formatRedactedError, logAndExitOnUncaughtError } from './platform/lib/logger.ts'
import { formatDemoJudgeCodeLine } from './seed/demo/seed.ts'

/**
 * Milliseconds. Docker kills a container ten seconds after SIGTERM: `close` and `final` together are less.
 * The delay of `STOP_DELAY_SECONDS` is added.
 */
const limits = {
  /** A running start is not interrupted: the embedded database would keep running. */
  start: msPerMinute,
  /** Time for open requests, running jobs and the database to end. */
  close: 7000,
  /** Time for the rest, such as the embedded database, to end after the connections are closed by force. */
  final: 2000,
  /**
   * A second signal within this time counts as the first one: a terminal and `npm start` both forward Ctrl-C.
   */
  repeat: 1000,
}

/** The functions that stop a started process. */
type Stoppable = {
  /**
   * Milliseconds between `announce` and `close`, in which load balancers notice that this process will stop.
   */
  delayMs: number
  announce: () => void
  /** Closes requests, jobs and the database, in this order. */
  close: () => Promise<void>
  /** Closes by force the connections that `close` waits for. */
  disconnect: () => void
}

/**
 * Stops the process on SIGINT, SIGTERM and SIGHUP, and when `npm start` ends. A regular stop has the exit
 * code 0. After a deadline, or on a second signal, connections are broken, and the process ends with code 1:
 * at the latest when a stop after one signal would have ended, whatever is left then.
 */
export const stopOnSignals = (log: Log) => {
  let requestedAt: number | undefined
  let stoppable: Stoppable | undefined
  let isForced = false
  let deadline: NodeJS.Timeout | undefined

  const force = (reason: string) => {
    if (isForced) return
    isForced = true
    log.warn(reason)
    // after an early second signal the database has the time that is left of a stop without one
    const endsAt = (requestedAt ?? 0) + (stoppable?.delayMs ?? 0) + limits.close + limits.final
    setTimeout(() => process.exit(1), stoppable ? Math.max(limits.final, endsAt - performance.now()) : 0)
    stoppable?.disconnect()
  }
  const close = async (started: Stoppable) => {
    clearTimeout(deadline)
    deadline = setTimeout(
      () => force('the stop took too long: open connections are broken'),
      started.delayMs + limits.close,
    )
    try {
      started.announce()
      await wait(started.delayMs)
      await started.close()
      process.exit(isForced ? 1 : 0)
    } catch (error) {
      log.error({ err: error }, 'the stop failed')
      process.exit(1)
    }
  }
  const stop = () => {
    const now = performance.now()
    if (requestedAt !== undefined) {
      if (now - requestedAt > limits.repeat)
        force('a second signal came during the stop: open connections are broken')
      return
    }
    requestedAt = now
    if (stoppable) close(stoppable)
    else deadline = setTimeout(() => force('the start took too long to be stopped'), limits.start)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // `npm start` closes the channel to this process when it is killed itself.
  process.on('disconnect', stop)

  return {
    /**
     * Call after the start, with the functions that stop it. Returns true when a signal arrived during the
     * start: the process is then stopping.
     */
    started: (started: Stoppable): boolean => {
      stoppable = started
      if (requestedAt === undefined) return false
      close(started)
      return true
    },
  }
}

// V8 alone would let the heap grow to several times the memory in use before it frees the rest
setFlagsFromString('--heap-growing-percent=30')

const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())

const start = async () => {
  const config = readConfig(process.env)
  const logger = createLogger(config.LOG_LEVEL)
  logAndExitOnUncaughtError(logger)
  const signals = stopOnSignals(logger)

  const core = await openMigrateAndSeedInstallation(config, logger, root)
  const stopping = new AbortController()
  const app = await buildApp({
    ...core,
    logger,
    root,
    pages: config.dev ? 'live' : 'built',
    stopping: stopping.signal,
  })
  app.addHook('onClose', core.close)
  await core.jobs.schedule(createRecurringJobs(core, logger))
  const isStopping = signals.started({
    delayMs: config.STOP_DELAY_SECONDS * 1000,
    announce: () => stopping.abort(),
    close: () => app.close(),
    disconnect: () => {
      app.server.closeAllConnections()
      core.database.disconnect()
    },
  })
  if (isStopping) return

  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    await app.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${config.PORT} is taken: stop the other program or set PORT to a free one.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${config.PORT} may not be opened by this user: set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL')
      throw new StartError(`The address ${config.HOST} is not one of this machine: set HOST.`)
    throw error
  }
  setTimeout(() => {
    // for the next start, also when this process is killed
    flushCompileCache()
    // the start needs memory that V8 would free only under load
    collectGarbage('last-resort')
  }, 10_000).unref()
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  const siteUrl = config.SITE_URL.endsWith(':0') ? `http://${config.HOST}:${port}` : config.SITE_URL
  process.stdout.write(`Botola is at ${siteUrl}\n`)
  if ((await createPaymentAndRefundService(core).getMode()).demo)
    process.stdout.write(
      'Payments are a demo: every team can be paid without money. npm run demo:remove or DEMO=off closes the demo payment page.\n',
    )
  if (core.demoJudgeCode) process.stdout.write(`${formatDemoJudgeCodeLine(core.demoJudgeCode)}\n`)
  if (core.initialAdmin) {
    const { email, password, markAsShown } = core.initialAdmin
    process.stdout.write(
      `Administrator: ${email}  password: ${password ? `${password}  (shown this once)` : 'the one you set as ADMIN_PASSWORD'}\n`,
    )
    // During an outage of the database the site keeps running; the next start shows the password again.
    await markAsShown().catch((error: unknown) =>
      logger.warn({ err: error }, 'the password was shown, but this could not be stored'),
    )
  }
}

start().catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(
    `${known ? (error as Error).message : `Botola could not start: ${formatRedactedError(error)}`}\n`,
  )
  process.exit(1)
})
