import { createHash, randomBytes } from 'node:crypto'
import type { SimulatorKey } from '#contract/event/scores/simulator-key.schema.ts'
import { cleanText } from '#contract/platform/text.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getRankingEvent } from '../scores/service.ts'
import {
  findSimulatorKeyIncludingRevoked,
  insertSimulatorKey,
  listSimulatorKeysOfEvent,
  revokeSimulatorKey,
  setSimulatorKeyLastUsed,
  toSimulatorKeyRecord,
} from './queries.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
/**
 * The time of the last use is stored at most once a minute, so that many posts a second do not wait for one
 * row.
 */
const lastUsedPrecisionMs = msPerMinute

/**
 * Creates the service of the keys with which the simulator posts scores. Only a hash and the last four
 * characters of a key are stored.
 */
export const createSimulatorKeyService = ({ database }: Core) => {
  return {
    list: async (eventId: string): Promise<SimulatorKey[]> => {
      await getRankingEvent(database.db, eventId)
      return (await listSimulatorKeysOfEvent(database.db, eventId)).map(toSimulatorKeyRecord)
    },

    /** `secret` is the key itself; it is returned only here. */
    create: async (
      eventId: string,
      label: string,
      actor: Actor,
    ): Promise<{ key: SimulatorKey; secret: string }> => {
      await getRankingEvent(database.db, eventId)
      const secret = `bk_${randomBytes(24).toString('base64url')}`
      const row = await inTransaction(database.db, async (tx) => {
        const key = await insertSimulatorKey(tx, {
          eventId,
          label,
          keyHash: hashOf(secret),
          hint: secret.slice(-4),
          createdBy: actor.userId,
        })
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'event-key',
          entityId: key.id,
          after: { event: eventId, label, hint: key.hint },
        })
        return key
      })
      return { key: toSimulatorKeyRecord(row), secret }
    },

    /** Makes a key invalid; a key that was revoked before stays as it is. Throws `not-found`. */
    revoke: async (eventId: string, keyId: string, actor: Actor): Promise<SimulatorKey> =>
      inTransaction(database.db, async (tx) => {
        const found = await revokeSimulatorKey(tx, eventId, keyId)
        if (!found) throw new AppError('not-found')
        if (found.isChanged)
          await writeAudit(tx, {
            actor,
            action: 'revoke',
            entity: 'event-key',
            entityId: keyId,
            before: { event: eventId, label: found.row.label, hint: found.row.hint },
          })
        return toSimulatorKeyRecord(found.row)
      }),

    /**
     * Returns the event of a key. `eventCode` comes from the path: the code, slug or id of the event; codes
     * are not unique, the key decides. Throws `no-key`, and `bad-key` when the key is unknown, revoked or of
     * another event.
     */
    verify: async (
      secret: string | undefined,
      eventCode: string,
    ): Promise<{ eventId: string; label: string }> => {
      if (!secret) throw new AppError('no-key')
      const key = await findSimulatorKeyIncludingRevoked(database.db, hashOf(secret))
      const toComparable = (name: string) => cleanText(name, 'name').toLowerCase()
      const isSame = (name: string) => name !== '' && toComparable(name) === toComparable(eventCode)
      if (!key || key.revokedAt || ![key.eventCode, key.slug, key.eventId].some(isSame))
        throw new AppError('bad-key')
      if (!key.lastUsedAt || Date.now() - key.lastUsedAt.getTime() > lastUsedPrecisionMs)
        await setSimulatorKeyLastUsed(database.db, key.id)
      return { eventId: key.eventId, label: key.label || key.hint }
    },
  }
}
