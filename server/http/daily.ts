import type { FastifyInstance } from 'fastify'

const dayLong = 86_400_000

/** Does a piece of work once the server listens, and every day after; a failure is logged as `what` and tried again the next day. */
export const daily = (app: Pick<FastifyInstance, 'addHook' | 'log'>, what: string, work: () => Promise<unknown>) => {
  const run = () => work().catch((error: unknown) => app.log.warn({ err: error }, `${what}: the daily work failed`))
  const timer = setInterval(run, dayLong)
  timer.unref()
  app.addHook('onListen', async () => {
    await run()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
