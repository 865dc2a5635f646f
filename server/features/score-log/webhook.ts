import type { PublishedHeadMessage } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import type { Core } from '#server/deps.ts'
import { requireSiteSettings } from '#server/features/settings/service.ts'
import { postWebhook } from '#server/lib/webhook.ts'

/** The queue of the requests to the webhook of the settings. */
export const webhookQueue = 'score-log-webhook'
/** Twelve retries with growing delays take more than a day. Requests are stored for 30 days, so that the status page shows failed ones. */
const queueOptions = { retryLimit: 12, retryDelay: 10, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 30 * 86_400 }
const timeoutMs = 10_000

/** Queues a request to the webhook of the settings, which is sent if the transaction is committed. */
export const queueWebhookRequest = (tx: Db, { jobs }: Pick<Core, 'jobs'>, message: PublishedHeadMessage): Promise<void> =>
  jobs.send(webhookQueue, message, { tx })

/** Sends the queued requests in this process, to the address that the settings have by then. Nothing is sent when they have none. */
export const startWebhookWorker = ({ config, database, jobs }: Pick<Core, 'config' | 'database' | 'jobs'>): Promise<void> =>
  jobs.work<PublishedHeadMessage>(webhookQueue, queueOptions, async (message) => {
    const { scoreLogWebhook } = await requireSiteSettings(database.db, config.SITE_NAME)
    if (scoreLogWebhook !== '') await postWebhook(scoreLogWebhook, message, { allowsPrivate: config.WEBHOOK_PRIVATE_NETWORKS, timeoutMs })
  })
