import { createHash, randomBytes } from 'node:crypto'
import type { EventKey } from '#contract/score.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { presentEvent } from './queries.ts'
import { insertKey, keyByHash, keysOf, markUsed, revokeKey } from './queries-keys.ts'
import { toEventKey } from './rows.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
/** Written into the database at most once a minute: many posts a second must not wait for one row. */
const usedEvery = 60_000

/** Keys with which the simulator posts scores. Only a hash of each is kept, and its last four letters to tell it by. */
export const eventKeyService = ({ database }: Pick<Core, 'database'>) => {
  const present = async (eventId: string) => {
    if (!(await presentEvent(database.db, eventId))) throw new AppError('not-found')
  }
  return {
    list: async (eventId: string): Promise<EventKey[]> => {
      await present(eventId)
      return (await keysOf(database.db, eventId)).map(toEventKey)
    },

    /** `secret` is the key itself, given this once. */
    make: async (eventId: string, label: string, actor: Actor): Promise<{ key: EventKey; secret: string }> => {
      await present(eventId)
      const secret = `bk_${randomBytes(24).toString('base64url')}`
      const row = await inTransaction(database.db, async (tx) => {
        const made = await insertKey(tx, { eventId, label, keyHash: hashOf(secret), hint: secret.slice(-4), createdBy: actor.userId })
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'event-key',
          entityId: made.id,
          after: { event: eventId, label, hint: made.hint },
        })
        return made
      })
      return { key: toEventKey(row), secret }
    },

    /** The key opens nothing any more. Throws `not-found`; revoking again changes nothing. */
    revoke: async (eventId: string, keyId: string, actor: Actor): Promise<EventKey> =>
      inTransaction(database.db, async (tx) => {
        const found = await revokeKey(tx, eventId, keyId)
        if (!found) throw new AppError('not-found')
        if (found.changed)
          await writeAudit(tx, {
            actor,
            action: 'revoke',
            entity: 'event-key',
            entityId: keyId,
            before: { event: eventId, label: found.row.label, hint: found.row.hint },
          })
        return toEventKey(found.row)
      }),

    /**
     * The event that a key opens. `named` is what the path says: the event's code, slug or id; event codes are not unique, the key decides. Throws
     * `no-key`, `bad-key` (unknown, revoked, or of another event).
     */
    open: async (secret: string | undefined, named: string): Promise<{ eventId: string; label: string }> => {
      if (!secret) throw new AppError('no-key')
      const found = await keyByHash(database.db, hashOf(secret))
      const same = (own: string) => own !== '' && own.trim().toLowerCase() === named.trim().toLowerCase()
      if (!found || found.revokedAt || ![found.eventCode, found.slug, found.eventId].some(same)) throw new AppError('bad-key')
      if (!found.lastUsedAt || Date.now() - found.lastUsedAt.getTime() > usedEvery) await markUsed(database.db, found.id)
      return { eventId: found.eventId, label: found.label || found.hint }
    },
  }
}
