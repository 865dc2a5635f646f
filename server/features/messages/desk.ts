import type { MessageState } from '#contract/desk.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { deleteMessage, listMessages, setMessageState } from './queries.ts'

/** The messages as administrators answer them. */
export const messageDesk = ({ database }: Pick<Core, 'database'>) => ({
  list: (at: Parameters<typeof listMessages>[1]) => listMessages(database.db, at),

  /** Says what became of a message. Throws `not-found`. */
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

  /** Erases a message for good: it is personal data. Throws `not-found`. */
  erase: (id: string, actor: Actor): Promise<void> =>
    inTransaction(database.db, async (tx) => {
      if (!(await deleteMessage(tx, id))) throw new AppError('not-found')
      await writeAudit(tx, { actor, action: 'erase', entity: 'message', entityId: id })
    }),
})
