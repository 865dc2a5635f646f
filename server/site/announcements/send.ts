import { getPath } from '#contract/platform/call-path.ts'
import type { Core } from '#server/deps.ts'
import { lockUndeletedRowOrThrow } from '#server/platform/crud/soft-delete.ts'
import { announcements } from '#server/platform/db/schema/announcements.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { DeliveryLog } from '#server/platform/emails/emails.ts'
import { getAllSettingsOrThrow, getSiteBrand } from '#server/platform/settings/service.ts'
import { createUnsubscribeTokenCodec } from './news-preference.ts'
import {
  insertRecipientsIfNew,
  listDueOrInterruptedAnnouncementIds,
  lockRecipientAndFindState,
  markAndReturnPendingRecipientsQueued,
  markFailedRecipientsQueuedAndListIds,
  setRecipientState,
  updateAnnouncement,
} from './queries.ts'
import { listAudience } from './queries-audience.ts'

const batchSize = 100

/** Creates the job that sends announcements that are due. */
export const createDueAnnouncementSender = ({ config, database, encryption, emails }: Core) => {
  const { db } = database
  const tokens = createUnsubscribeTokenCodec(encryption)

  /**
   * Stores who gets an announcement, when its sending begins. Does nothing for one that another process has
   * begun or an organizer has canceled.
   */
  const beginSending = (id: string): Promise<void> =>
    inTransaction(db, async (tx) => {
      const announcement = await lockUndeletedRowOrThrow(tx, { table: announcements }, id)
      if (announcement.state !== 'scheduled') return
      const audience = await listAudience(tx, announcement)
      await insertRecipientsIfNew(
        tx,
        id,
        audience.map(({ unsubscribed, ...recipient }) => ({
          ...recipient,
          state:
            unsubscribed && announcement.kind === 'news' ? ('unsubscribed' as const) : ('pending' as const),
        })),
      )
      await updateAnnouncement(tx, id, { state: 'sending', sentAt: new Date() })
    })

  /**
   * Queues the emails to the next recipients, in the transaction that marks them, so that a restart queues
   * none twice. Returns their number.
   */
  const queueBatch = async (id: string): Promise<number> => {
    const { name: siteNames } = await getSiteBrand({ config, database })
    return inTransaction(db, async (tx) => {
      const { state, ...row } = await lockUndeletedRowOrThrow(tx, { table: announcements }, id)
      if (state !== 'sending') return 0
      const { email: contact } = (await getAllSettingsOrThrow(tx, config.SITE_NAME)).contact
      const recipients = await markAndReturnPendingRecipientsQueued(tx, id, batchSize)
      for (const { id: deliveryId, email, name, lang } of recipients) {
        const token = row.kind === 'news' ? tokens.create(email) : ''
        await emails.send(
          {
            template: 'announcement',
            to: email,
            language: lang ?? 'both',
            values: {
              subject: { en: row.subjectEn, ar: row.subjectAr },
              body: { en: row.bodyEn, ar: row.bodyAr },
              kind: row.kind,
              name,
              siteNames,
              // browsers never send the part after # to a server
              unsubscribeUrl: token && `${config.SITE_URL}/unsubscribe/#${token}`,
            },
            ...(contact ? { replyTo: { name: siteNames[lang ?? 'ar'], address: contact } } : {}),
            ...(token
              ? {
                  unsubscribeUrl: `${config.SITE_URL}${getPath('GET /api/unsubscribe/one-click')}?token=${token}&lang=${lang ?? 'ar'}`,
                }
              : {}),
            deliveryId,
          },
          tx,
        )
      }
      if (recipients.length < batchSize) await updateAnnouncement(tx, id, { state: 'sent' })
      return recipients.length
    })
  }

  return {
    /**
     * Queues the emails of all announcements that are due. A restart continues where it stopped. Without a
     * mail server they wait. Returns the number of emails.
     */
    sendDue: async (): Promise<number> => {
      if (!emails.isEnabled) return 0
      let count = 0
      for (const id of await listDueOrInterruptedAnnouncementIds(db)) {
        await beginSending(id)
        for (let queued = batchSize; queued === batchSize; count += queued) queued = await queueBatch(id)
      }
      return count
    },
  }
}

/** Creates the log of the deliveries of announcements. The id of a delivery is that of the recipient. */
export const createAnnouncementDeliveryLog = ({ db }: Core['database']): DeliveryLog => ({
  begin: (deliveryId) =>
    inTransaction(db, async (tx) => {
      const state = await lockRecipientAndFindState(tx, deliveryId)
      if (state === 'queued') await setRecipientState(tx, deliveryId, 'sending')
      // an earlier attempt did not store its result: the mail server may have the email
      else if (state === 'sending') await setRecipientState(tx, deliveryId, 'unknown')
      return state === 'queued'
    }),
  setResult: (deliveryId, result) =>
    inTransaction(db, async (tx) => {
      const state = await lockRecipientAndFindState(tx, deliveryId)
      if (state === undefined) return
      // after `unknown` no other attempt follows
      const failed = result === 'retry' && state === 'sending' ? 'queued' : 'failed'
      await setRecipientState(tx, deliveryId, result === 'sent' ? 'sent' : failed)
    }),
  allowRetry: (deliveryIds, tx) => markFailedRecipientsQueuedAndListIds(tx, deliveryIds),
})
