import type { Message, MessageState } from '#contract/message.ts'
import { messages } from '#server/db/schema/messages.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { type DeletedListQuery, listDeletedRecords, purgeDeletedRow } from '#server/features/crud/deleted-records.ts'
import { lockPresentRow, purgeExpiredRows, restoreRow, softDeleteRow } from '#server/features/crud/soft-delete.ts'
import { AppError } from '#server/lib/app-error.ts'
import { listMessages, senderName, setMessageState, toMessage } from './queries.ts'

export { insertMessage } from './queries.ts'

/** The table for the soft-delete functions. The audit log stores no contents of messages. */
const target = {
  table: messages,
  entity: 'message',
  toAudit: ({ deletedAt }: typeof messages.$inferSelect) => ({ deletedAt }),
} as const

/** Creates the service with which the back office reads and updates messages of visitors. */
export const createMessageService = ({ database }: Pick<Core, 'database'>) => ({
  list: (query: Parameters<typeof listMessages>[1]) => listMessages(database.db, query),

  /** Throws `not-found`. */
  setState: (id: string, state: MessageState, actor: Actor) =>
    inTransaction(database.db, async (tx) => {
      const changed = await setMessageState(tx, id, state)
      if (!changed) throw new AppError('not-found')
      if (changed.before !== state)
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'message',
          entityId: id,
          before: { state: changed.before },
          after: { state },
        })
      return changed.message
    }),

  /** Deletes a message; `restore` undoes it for 30 days. Throws `not-found`. */
  remove: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      await softDeleteRow(tx, target, await lockPresentRow(tx, target, id), actor)
    }),

  /** Restores a deleted message. Throws `not-found` after 30 days. */
  restore: async (id: string, actor: Actor): Promise<Message> =>
    toMessage(await inTransaction(database.db, (tx) => restoreRow(tx, target, id, actor))),

  listDeleted: (query: DeletedListQuery) =>
    listDeletedRecords(database.db, { ...target, name: { en: senderName, ar: senderName }, searchText: messages.search }, query),

  /** Deletes a deleted message permanently. Throws `not-found`. */
  purgeOne: async (id: string, actor: Actor): Promise<void> => {
    await inTransaction(database.db, (tx) => purgeDeletedRow(tx, target, id, actor))
  },

  /** Deletes the messages that were deleted more than 30 days ago permanently. Returns their number. */
  purge: async (): Promise<number> => (await inTransaction(database.db, (tx) => purgeExpiredRows(tx, target))).length,
})
