import { v7 as randomUUIDv7 } from 'uuid'
import type {
  AdminScheduleSlot,
  SaveSlotRequest,
  Schedule,
  ScheduledPairing,
  UpdateSlotRequest,
} from '#contract/event/schedule/schedule.schema.ts'
import { scheduleLimits } from '#contract/event/schedule/schedule.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { assertOwnEventInRegionsWithLock } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { type DrawnMatches, getRankingEvent } from '../scores/service.ts'
import { createScheduleChangeWithSlotSync, hashSlots } from './change-schedule.ts'
import { listEventTeamsIncludingWithdrawn } from './queries-event-teams.ts'
import {
  deleteSlotsAndCountMatchOrTeamSlots,
  findTeamOrMatchSlotById,
  listTeamOrMatchSlotsOfEvent,
  upsertTeamOrMatchSlots,
} from './queries-matches.ts'
import {
  isJudgingClosed,
  isSchedulePublished,
  setJudgingClosedIfChanged,
  setSchedulePublished,
} from './queries-slots.ts'
import {
  assertMatchesDrawn,
  assertWithinEventDaysUnlessAccepted,
  createAccumulatingSlotChecker,
  readSlotRules,
  type SlotRules,
} from './slot-checks.ts'
import { omitWithdrawalReason } from './team-service.ts'

export {
  eraseWithdrawalReasonsBefore,
  findEventTeamByIdOrBadgeCodes,
  insertAndCountMissingEventTeams,
  listEventTeamsIncludingWithdrawn,
  listTeamsEligibleForEvent,
} from './queries-event-teams.ts'
export { listMatchSlotsWithEmptyTeamId, mapMatchTimesOfEventByNumber } from './queries-matches.ts'
export { listPublicEventsWithDrawnTeam, listPublishedSchedulesOfTeam } from './queries-public.ts'
export { getRunKey, mapPlayedRuns } from './queries-runs.ts'
export {
  findTeamSlotOrAnyOfEvent,
  isJudgingClosed,
  isSchedulePublished,
  listTeamSlotsOfEvent,
} from './queries-slots.ts'
export { buildDrawAfterWithdrawalChange, withdrawOrReinstateTeamAndSlots } from './withdrawal-service.ts'

const omitEventId = ({ eventId: _, ...slot }: AdminScheduleSlot & { eventId: string }): AdminScheduleSlot =>
  slot

/** Returns a slot for the audit log. */
const toSlotAudit = (
  eventId: string,
  { round, table, startsAt, durationMinutes, teamId }: AdminScheduleSlot,
) => ({
  event: eventId,
  teamId,
  round,
  table,
  startsAt,
  durationMinutes,
})

/** Returns who meets: the teams of each side, none as long as it is not known. */
const toScheduledPairings = ({ pairings, sides, unplayed }: DrawnMatches): ScheduledPairing[] =>
  pairings.map((pairing) => {
    const toSide = (nth: 0 | 1) => {
      const side = pairing.sides[nth]
      const teamIds = typeof side === 'number' ? [...(sides[side] ?? [])] : []
      return { source: pairing.sources[nth], teamIds, isOpen: side !== null && teamIds.length === 0 }
    }
    // a side without an opponent plays no match
    const numbers = pairing.sides.includes(null) ? [] : [...pairing.numbers]
    const notPlayed = numbers.filter((number) => unplayed.has(number))
    return {
      numbers,
      ...(notPlayed.length > 0 ? { unplayed: notPlayed } : {}),
      sides: [toSide(0), toSide(1)],
    }
  })

/**
 * Creates the service of the schedule of an event. All functions throw
 * `not-found` for an event that does not exist.
 */
export const createScheduleService = (core: Core) => {
  const { database, invalidator } = core
  const changeSchedule = createScheduleChangeWithSlotSync(core)
  const assertSlotValid = async (
    tx: Db,
    eventId: string,
    rules: SlotRules,
    slot: SaveSlotRequest,
    slotId?: string,
  ): Promise<void> => {
    assertMatchesDrawn(rules)
    const teams = new Map(
      (await listEventTeamsIncludingWithdrawn(tx, eventId)).map((team) => [team.id, team]),
    )
    if (!rules.matches && !teams.has(slot.teamId ?? ''))
      throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
    const others = (await listTeamOrMatchSlotsOfEvent(tx, eventId, rules)).filter(({ id }) => id !== slotId)
    if (others.length >= scheduleLimits.slots)
      throw new AppError('bad-input', [
        { field: 'round', code: 'too-many', values: { limit: scheduleLimits.slots } },
      ])
    const problems = createAccumulatingSlotChecker(others, rules, teams)(slot)
    if (problems.length > 0) throw new AppError('bad-input', problems)
    assertWithinEventDaysUnlessAccepted(rules, [slot.startsAt], slot.acceptOtherDays ?? false)
  }
  /** Returns what a slot is saved with. In an event with matches the draw has the teams. */
  const toContent = (
    { matches }: SlotRules,
    { round, table, startsAt, durationMinutes, teamId, acceptOtherDays }: SaveSlotRequest,
  ) => ({
    round,
    table,
    durationMinutes,
    acceptOtherDays: acceptOtherDays ?? false,
    startsAt: new Date(startsAt).toISOString(),
    teamId: matches ? null : teamId,
  })

  /**
   * Changes a slot after the checks of `addSlot`; a time that stays is not checked against the days of the
   * event. Throws `not-found` and `stale-version`.
   */
  const updateSlot = (
    eventId: string,
    slotId: string,
    { version, ...request }: UpdateSlotRequest,
    actor: Actor,
  ): Promise<AdminScheduleSlot> =>
    changeSchedule(eventId, async (tx, rules) => {
      await assertOwnEventInRegionsWithLock(tx, eventId, actor.regionLimit ?? null)
      const stored = await findTeamOrMatchSlotById(tx, slotId)
      // the slot of a team follows that of its match
      if (stored?.eventId !== eventId || (stored.teamId === null) !== (rules.matches !== null))
        throw new AppError('not-found')
      const before = omitEventId(stored)
      await assertVersionNotStale(version, before, () => before)
      const { acceptOtherDays, ...content } = toContent(rules, request)
      const keepsTime = Date.parse(request.startsAt) === Date.parse(before.startsAt)
      await assertSlotValid(
        tx,
        eventId,
        rules,
        { ...content, acceptOtherDays: acceptOtherDays || keepsTime },
        slotId,
      )
      await upsertTeamOrMatchSlots(tx, eventId, [{ ...before, ...content }])
      const after = { ...before, ...content, version: before.version + 1 }
      await writeAudit(tx, {
        actor,
        action: 'update',
        entity: 'schedule-slot',
        entityId: slotId,
        before: toSlotAudit(eventId, before),
        after: toSlotAudit(eventId, after),
      })
      return after
    })

  return {
    /** Reads the schedule and the teams, with `withReasons` also why teams have withdrawn. */
    get: async (eventId: string, { withReasons }: { withReasons: boolean }): Promise<Schedule> => {
      const { id, slug, title } = await getRankingEvent(database.db, eventId)
      const { roundCount, matches } = await readSlotRules(core, database.db, eventId)
      const [teams, slots, isClosed] = [
        await listEventTeamsIncludingWithdrawn(database.db, eventId),
        await listTeamOrMatchSlotsOfEvent(database.db, eventId, { matches }),
        await isJudgingClosed(database.db, eventId),
      ]
      const isPublished = await isSchedulePublished(database.db, eventId)
      const pairings = matches && toScheduledPairings(matches)
      const slotsHash = hashSlots(slots)
      return {
        event: { id, slug, title },
        teams: withReasons ? teams : teams.map(omitWithdrawalReason),
        slots,
        slotsHash,
        roundCount,
        pairings,
        groupCount: matches?.groupCount ?? 0,
        isPublished,
        isJudgingClosed: isClosed,
      }
    },

    /**
     * Adds a slot of a team, in an event with matches one of a match. Throws `bad-input` for a team that the
     * event does not have or that has withdrawn, a round or match that it does not have, and a team or table
     * that is busy at that time; `draw-first` before the draw; `outside-event-days` for a time on another day, unless
     * `acceptOtherDays` is set.
     */
    addSlot: (eventId: string, request: SaveSlotRequest, actor: Actor): Promise<AdminScheduleSlot> =>
      changeSchedule(eventId, async (tx, rules) => {
        const { acceptOtherDays, ...content } = toContent(rules, request)
        await assertSlotValid(tx, eventId, rules, { ...content, acceptOtherDays })
        const slot = { id: randomUUIDv7(), ...content }
        // the write gives it version 1
        await upsertTeamOrMatchSlots(tx, eventId, [{ ...slot, version: 0 }])
        const added = { ...slot, version: 1 }
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'schedule-slot',
          entityId: added.id,
          after: toSlotAudit(eventId, added),
        })
        return added
      }),

    updateSlot,

    /**
     * Sets fields of a slot back to their former values. Throws `not-found`, `revert-changed` and what the
     * save throws.
     */
    revertSlot: async (id: string, fields: readonly RevertedField[], actor: Actor): Promise<void> => {
      const slot = await findTeamOrMatchSlotById(database.db, id)
      if (!slot) throw new AppError('not-found')
      assertRevertedFieldsUnchanged(slot, fields)
      const restored = Object.fromEntries(fields.map(({ field, restored: value }) => [field, value]))
      await updateSlot(slot.eventId, id, { ...slot, ...restored, acceptOtherDays: true }, actor)
    },

    /** Removes a slot, or all slots without `slotId`. */
    removeSlots: (eventId: string, slotId: string | undefined, actor: Actor): Promise<number> =>
      changeSchedule(eventId, async (tx) => {
        const slot = slotId === undefined ? undefined : await findTeamOrMatchSlotById(tx, slotId)
        const count = await deleteSlotsAndCountMatchOrTeamSlots(
          tx,
          eventId,
          slotId === undefined ? undefined : [slotId],
        )
        if (slotId === undefined)
          await writeAudit(tx, {
            actor,
            action: 'delete',
            entity: 'schedule',
            entityId: eventId,
            before: { slots: count },
          })
        else if (slot && count > 0)
          await writeAudit(tx, {
            actor,
            action: 'delete',
            entity: 'schedule-slot',
            entityId: slotId,
            before: toSlotAudit(eventId, slot),
          })
        else throw new AppError('not-found')
        return count
      }),

    /** Publishes the schedule of an event, or takes it back: then neither visitors nor teams see it. */
    publish: (eventId: string, isPublished: boolean, actor: Actor): Promise<void> =>
      changeSchedule(eventId, async (tx) => {
        const wasPublished = await isSchedulePublished(tx, eventId)
        if (wasPublished === isPublished) return
        await setSchedulePublished(tx, eventId, isPublished, actor.userId)
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'schedule',
          entityId: eventId,
          before: { isSchedulePublished: wasPublished },
          after: { isSchedulePublished: isPublished },
        })
      }),

    /** Closes or reopens the judging of an event: while it is closed, sheets of judges are rejected. */
    closeJudging: async (eventId: string, isClosed: boolean, actor: Actor): Promise<void> => {
      await inTransaction(database.db, async (tx) => {
        await getRankingEvent(tx, eventId)
        if (!(await setJudgingClosedIfChanged(tx, eventId, isClosed))) return
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'schedule',
          entityId: eventId,
          before: { isJudgingClosed: !isClosed },
          after: { isJudgingClosed: isClosed },
        })
      })
      await invalidator.invalidate(getEventOverviewCacheTag(eventId))
    },
  }
}
