import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Job, JobName } from '#contract/platform/status.schema.ts'
import type { Core, Deps } from '#server/deps.ts'
import { findSessionTokenInHeader } from '#server/platform/http/guards.ts'
import { createCallsPlugin } from '#server/platform/http/implement-calls.ts'
import { buildSuccessReply, preventCaching } from '#server/platform/http/reply.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import type { RecurringJob } from '#server/platform/lib/job-queue.ts'
import type { Metrics } from './metrics.ts'
import { createReadinessCheck, type GetPaymentMode, readInstallationStatus } from './status.ts'

const hidden = { schema: { hide: true } }
const hash = (text: string) => createHash('sha256').update(text).digest()

/** Counts the requests of an app by the pattern of their route. Call it before the routes are registered. */
export const registerRequestCounter = (
  app: FastifyInstance,
  metrics: Metrics,
  isInProcess: () => boolean,
) => {
  app.addHook('onResponse', async (request, reply) => {
    if (isInProcess()) return
    const { method, routeOptions } = request
    metrics.countRequest({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}

/**
 * The addresses for load balancers and monitoring: `/healthz` (the process is alive), `/readyz` (it can
 * answer requests; 503 while it cannot or stops) and, with `METRICS_TOKEN`, `/metrics` for Prometheus with
 * that bearer token.
 */
export const createMonitoringPublicRoutes =
  (
    deps: Core,
    {
      root,
      metrics,
      stopping,
    }: { root: string; metrics: Metrics | undefined; stopping: AbortSignal | undefined },
  ): FastifyPluginAsync =>
  async (app) => {
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    app.addHook('onRequest', preventCaching)
    const checkReadiness = createReadinessCheck(deps, root)

    app.get('/healthz', hidden, async () => ({ status: 'ok' }))

    app.get('/readyz', hidden, async (_request, reply) => {
      const checks = await checkReadiness()
      const isStopping = isClosing || stopping?.aborted === true
      const isReady = !isStopping && Object.values(checks).every(Boolean)
      return reply
        .code(isReady ? 200 : 503)
        .send({ status: isReady ? 'ready' : 'not ready', stopping: isStopping, ...checks })
    })

    const { METRICS_TOKEN } = deps.config
    if (METRICS_TOKEN && metrics)
      app.get('/metrics', hidden, async (request, reply) => {
        const token = findSessionTokenInHeader(request)
        if (!token) throw new AppError('no-token')
        if (!timingSafeEqual(hash(token), hash(METRICS_TOKEN))) throw new AppError('bad-token')
        return reply.type(metrics.contentType).send(await metrics.read())
      })
  }

/**
 * Registers the call that returns the state of the installation, with its recurring jobs and their last runs,
 * to administrators.
 */
export const createStatusAdminRoutes = (
  deps: Deps,
  recurringJobs: readonly RecurringJob<JobName>[],
  getPaymentMode: GetPaymentMode,
) =>
  createCallsPlugin(deps, (implement) => {
    const describe = async (job: RecurringJob<JobName>): Promise<Job> => {
      const { lastRun, nextRunAt } = await deps.jobs.status(job)
      return {
        name: job.name,
        lastRun: lastRun && { ...lastRun, startedAt: lastRun.startedAt.toISOString() },
        nextRunAt: nextRunAt.toISOString(),
      }
    }
    implement('GET /api/admin/status', async () => {
      const [status, jobs] = await Promise.all([
        readInstallationStatus(deps, getPaymentMode),
        Promise.all(recurringJobs.map(describe)),
      ])
      return buildSuccessReply({ status, jobs })
    })
  })
