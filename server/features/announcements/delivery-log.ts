import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import type { DeliveryLog } from '#server/emails/emails.ts'
import { lockRecipientState, setRecipientState } from './queries.ts'

/** Creates the log of the deliveries of announcements. The id of a delivery is that of the recipient. */
export const createAnnouncementDeliveryLog = ({ db }: Core['database']): DeliveryLog => ({
  begin: (deliveryId) =>
    inTransaction(db, async (tx) => {
      const state = await lockRecipientState(tx, deliveryId)
      if (state === 'queued') await setRecipientState(tx, deliveryId, 'sending')
      // an earlier attempt did not store its result: the mail server may have the mail
      else if (state === 'sending') await setRecipientState(tx, deliveryId, 'unknown')
      return state === 'queued'
    }),
  setResult: (deliveryId, result) =>
    inTransaction(db, async (tx) => {
      const state = await lockRecipientState(tx, deliveryId)
      if (state === undefined) return
      // after `unknown` no other attempt follows
      const failed = result === 'retry' && state === 'sending' ? 'queued' : 'failed'
      await setRecipientState(tx, deliveryId, result === 'sent' ? 'sent' : failed)
    }),
})
