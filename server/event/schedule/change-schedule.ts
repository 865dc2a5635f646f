import { createHash } from 'node:crypto'
import type { AdminScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { assertOwnEventInRegionsWithLock } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import {
  lockAndSyncMatchTeamSlots,
  lockScheduleOfEvent,
  toTeamIdsByPlayableMatch,
} from '../scores/service.ts'
import { doTeamsExistIncludingDeleted, listEventTeamsIncludingWithdrawn } from './queries-event-teams.ts'
import {
  deleteSlotsAndCountMatchOrTeamSlots,
  listTeamOrMatchSlotsOfEvent,
  upsertTeamOrMatchSlots,
} from './queries-matches.ts'
import { getRunKey, mapPlayedRuns } from './queries-runs.ts'
import { findStoredSlotsByHash, upsertStoredSlotsByHash } from './queries-slots.ts'
import { readSlotRules, type SlotRules } from './slot-checks.ts'

/**
 * Creates a function that changes the schedule of an event in a transaction that makes other changes of it
 * wait. In an event with matches, the slots of the teams then follow those of their matches. It throws
 * `not-found`.
 */
export const createScheduleChangeWithSlotSync =
  (core: Core) =>
  async <T>(eventId: string, change: (tx: Db, rules: SlotRules) => Promise<T>): Promise<T> => {
    const result = await inTransaction(core.database.db, async (tx) => {
      await lockScheduleOfEvent(tx, eventId)
      const rules = await readSlotRules(core, tx, eventId)
      const changed = await change(tx, rules)
      if (rules.matches) await lockAndSyncMatchTeamSlots(tx, eventId, toTeamIdsByPlayableMatch(rules.matches))
      return changed
    })
    await core.invalidator.invalidate(getScheduleCacheTag(eventId))
    return result
  }

const serializeSlot = ({ id, teamId, round, table, startsAt, durationMinutes }: AdminScheduleSlot): string =>
  JSON.stringify([id, teamId, round, table, startsAt, durationMinutes])

/** Returns a hash that is the same for the same slots, whatever their order and versions. */
export const hashSlots = (slots: readonly AdminScheduleSlot[]): string =>
  createHash('sha256').update(slots.map(serializeSlot).toSorted().join('\n')).digest('hex')

type SlotsChange = {
  eventId: string
  actor: Actor
  before: readonly AdminScheduleSlot[]
  /** The slots after the change; a slot keeps its id. */
  after: readonly AdminScheduleSlot[]
  /** What the audit log stores besides. */
  details?: { before?: Record<string, unknown>; after?: Record<string, unknown> }
}

/**
 * Writes a change of many slots as one entry of the audit log, which can be reverted as a whole. A changed
 * slot gets a new version.
 */
export const saveFormerAndReplaceSlotsWithAudit = async (
  tx: Db,
  { eventId, actor, before, after, details }: SlotsChange,
): Promise<void> => {
  const former = new Map(before.map((slot) => [slot.id, serializeSlot(slot)]))
  const changed = after.filter((slot) => former.get(slot.id) !== serializeSlot(slot))
  const kept = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !kept.has(id))
  if (changed.length === 0 && removed.length === 0) return
  const [formerHash, hash] = [hashSlots(before), hashSlots(after)]
  await upsertStoredSlotsByHash(tx, { eventId, hash: formerHash, slots: [...before] })
  await deleteSlotsAndCountMatchOrTeamSlots(
    tx,
    eventId,
    removed.map(({ id }) => id),
  )
  await upsertTeamOrMatchSlots(tx, eventId, changed)
  await writeAudit(tx, {
    actor,
    action: 'update',
    entity: 'schedule',
    entityId: eventId,
    before: { ...details?.before, slotsHash: formerHash },
    after: { ...details?.after, slotsHash: hash },
  })
}

/**
 * Creates the function that sets the slots of an event back to a former state. It throws `not-found`,
 * `revert-changed`, and `bad-input` when a team no longer exists.
 */
export const createScheduleRevertWithAudit = (core: Core) => {
  const changeSchedule = createScheduleChangeWithSlotSync(core)
  return (eventId: string, fields: readonly RevertedField[], actor: Actor): Promise<void> =>
    changeSchedule(eventId, async (tx, { matches }) => {
      const { regionLimit = null } = actor
      await assertOwnEventInRegionsWithLock(tx, eventId, regionLimit)
      const before = await listTeamOrMatchSlotsOfEvent(tx, eventId, { matches })
      assertRevertedFieldsUnchanged({ slotsHash: hashSlots(before) }, fields)
      const stored = await findStoredSlotsByHash(
        tx,
        eventId,
        String(fields.find(({ field }) => field === 'slotsHash')?.restored),
      )
      if (!stored) throw new AppError('not-found')
      const teams = await listEventTeamsIncludingWithdrawn(tx, eventId)
      const withdrawn = new Set(teams.flatMap(({ id, withdrawal }) => (withdrawal ? id : [])))
      const played = await mapPlayedRuns(tx, { eventId })
      // of a team that has withdrawn, the slots of its runs stay
      const after = stored.filter(
        ({ teamId, round }) =>
          teamId === null || !withdrawn.has(teamId) || played.has(getRunKey({ eventId, teamId, round })),
      )
      const teamIds = [...new Set(after.flatMap(({ teamId }) => teamId ?? []))]
      const present = new Set(teams.map(({ id }) => id))
      // a user who is limited to regions adds no team to the event
      if (regionLimit && teamIds.some((id) => !present.has(id)))
        throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
      const isOfOtherRules = after.some(({ teamId }) => (teamId === null) !== (matches !== null))
      if (isOfOtherRules || !(await doTeamsExistIncludingDeleted(tx, teamIds)))
        throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
      const details = { before: { slots: before.length }, after: { slots: after.length } }
      await saveFormerAndReplaceSlotsWithAudit(tx, { eventId, actor, before, after, details })
    })
}
