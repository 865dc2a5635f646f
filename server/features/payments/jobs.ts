import type { Log } from '#server/db/log.ts'
import type { Core } from '#server/deps.ts'
import { openJobs } from '#server/lib/jobs.ts'
import { paymentService } from './service.ts'

/**
 * The work that payments need besides requests, once for all processes of an installation: every minute the open orders that it is time to ask for, every night
 * (02:17 UTC) the comparison with the gateway. Without credentials there is none. `close` lets what runs end.
 */
export const startPaymentJobs = async (core: Pick<Core, 'config' | 'database'>, log: Log): Promise<{ close: () => Promise<void> }> => {
  const payments = paymentService(core)
  if (!payments.configured) return { close: async () => {} }
  const jobs = await openJobs(core.database, log)
  await jobs.every('payments-sweep', '* * * * *', { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 }, async () => {
    await payments.sweep(log)
  })
  await jobs.every('payments-reconcile', '17 2 * * *', { retryLimit: 2, expireInSeconds: 3600, deleteAfterSeconds: 86_400 }, async () => {
    const { differences } = await payments.reconcile()
    if (differences.length > 0) log.warn(`the comparison with the payment gateway found ${differences.length} differences`)
  })
  return { close: jobs.close }
}
