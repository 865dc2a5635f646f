import type { MessageState } from '#contract/message.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { deleteMessage, listMessages, setMessageState } from './queries.ts'

export { insertMessage } from './queries.ts'

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

  /** Deletes a message for good, because it is personal data. Throws `not-found`. */
  erase: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      if (!(await deleteMessage(tx, id))) throw new AppError('not-found')
      await writeAudit(tx, { actor, action: 'erase', entity: 'message', entityId: id })
    }),
})
