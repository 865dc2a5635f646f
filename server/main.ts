import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { StartError } from './db/errors.ts'
import { createPaymentService } from './features/payments/service.ts'
import { createRecurringJobs } from './jobs.ts'
import { collectGarbage } from './lib/collect-garbage.ts'
import { createLogger, exitOnUncaughtError } from './lib/logger.ts'
import { formatErrorForTerminal } from './lib/serialize-error.ts'
import { openInstallation } from './open-installation.ts'
import { formatDemoJudgeCodeLine } from './seed/demo/seed.ts'
import { stopOnSignals } from './stop-signals.ts'

// V8 alone would let the heap grow to several times the memory in use before it frees the rest
setFlagsFromString('--heap-growing-percent=30')

const root = resolve(process.env.BOTOLA_ROOT ?? process.cwd())

const start = async () => {
  const config = readConfig(process.env)
  const logger = createLogger(config.LOG_LEVEL)
  exitOnUncaughtError(logger)
  const signals = stopOnSignals(logger)

  const core = await openInstallation(config, logger, root)
  const stopping = new AbortController()
  const app = await buildApp({ ...core, logger, root, pages: config.dev ? 'live' : 'built', stopping: stopping.signal })
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
    if (code === 'EADDRINUSE') throw new StartError(`Port ${config.PORT} is taken: stop the other program or set PORT to a free one.`)
    if (code === 'EACCES') throw new StartError(`Port ${config.PORT} may not be opened by this user: set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`The address ${config.HOST} is not one of this machine: set HOST.`)
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
  if ((await createPaymentService(core).getMode()).demo)
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
    await markAsShown().catch((error: unknown) => logger.warn({ err: error }, 'the password was shown, but this could not be stored'))
  }
}

start().catch((error: unknown) => {
  const known = error instanceof StartError || error instanceof ConfigError
  process.stderr.write(`${known ? (error as Error).message : `Botola could not start: ${formatErrorForTerminal(error)}`}\n`)
  process.exit(1)
})
