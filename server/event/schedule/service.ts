import { randomUUIDv7 } from 'node:crypto'
import { badgeCodeLength, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import { findSlotsForLateTeam } from '#contract/event/schedule/place-late-team.ts'
import type {
  AddEventTeamsRequest,
  AdminScheduleSlot,
  Badge,
  EventTeam,
  EventTeams,
  PeopleBadges,
  SaveSlotRequest,
  Schedule,
  ScheduledPairing,
  UpdateSlotRequest,
} from '#contract/event/schedule/schedule.schema.ts'
import { type BadgeRole, type lateTeamSlots, scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { getNameUnlessErased, toFirstNameAndInitial } from '#contract/people/teams/person-name.ts'
import type { RevertedField } from '#contract/platform/audit-revert.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/platform/audit/revert.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, assertVersionNotStale } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { countGuestsUnlessTeamsOrAccepted, type DrawnMatches, getRankingEvent } from '../scores/service.ts'
import { createScheduleChangeWithSlotSync, hashSlots } from './change-schedule.ts'
import {
  findEventTeamByIdOrBadgeCodes,
  findFirstAndLastEventDay,
  findSeasonAndCompetitionNameOfEvent,
  hasTeamSlots,
  insertAndCountMissingEventTeams,
  isJudgingClosed,
  isSchedulePublished,
  listEligibleTeamsOfEventSeason,
  listEventTeams,
  listNamedUnrevokedJudgesOfEvent,
  listPeopleOfEventTeams,
  listRemovedSlotsOfWithdrawnEventTeams,
  listTeamSlotsOfEvent,
  setJudgingClosedIfChanged,
  setSchedulePublished,
  updateCheckIn,
} from './queries.ts'
import {
  deleteSlotsAndCountMatchOrTeamSlots,
  findTeamOrMatchSlot,
  listMatchSlotsElseTeamSlots,
  upsertTeamOrMatchSlots,
} from './queries-matches.ts'
import { getRunKey, mapPlayedRuns } from './queries-runs.ts'
import {
  assertMatchesDrawn,
  assertWithinEventDaysUnlessAccepted,
  createAccumulatingSlotChecker,
  readSlotRules,
  type SlotRules,
} from './slot-checks.ts'

export {
  eraseWithdrawalReasonsBefore,
  findEventTeamByIdOrBadgeCodes,
  findTeamSlotOrAnySlot,
  insertAndCountMissingEventTeams,
  isJudgingClosed,
  isSchedulePublished,
  listEligibleTeamsOfEventSeason,
  listEventTeams,
  listTeamSlotsOfEvent,
} from './queries.ts'
export { listMatchSlotsWithoutTeams, mapMatchTimesOfEventByNumber } from './queries-matches.ts'
export { listPublicEventsWithDrawnTeam, listPublishedSchedulesOfTeam } from './queries-public.ts'
export { getRunKey, mapPlayedRuns } from './queries-runs.ts'
export { buildDrawAfterWithdrawalChange, withdrawOrReinstateTeamWithLogs } from './withdrawal-service.ts'

const omitEventId = ({ eventId: _, ...slot }: AdminScheduleSlot & { eventId: string }): AdminScheduleSlot =>
  slot

const omitWithdrawalReason = (team: EventTeam): EventTeam =>
  team.withdrawal ? { ...team, withdrawal: { ...team.withdrawal, reason: '' } } : team

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

/**
 * Gives a team slots for the rounds of the schedule in which it has none and has not run, in free places from
 * now on or after the last run. In an event with matches the draw decides. Throws `bad-input` for a team that
 * has withdrawn and for too many slots, and `outside-event-days`.
 */
const addSlotsOfLateTeam = async (
  tx: Db,
  eventId: string,
  rules: SlotRules,
  teamId: string,
  where: Exclude<(typeof lateTeamSlots)[number], 'none'>,
): Promise<AdminScheduleSlot[]> => {
  if (rules.matches) return []
  if ((await findEventTeamByIdOrBadgeCodes(tx, eventId, { teamId }))?.withdrawal)
    throw new AppError('bad-input', [{ field: 'teamNo', code: 'team-withdrawn' }])
  const slots = await listTeamSlotsOfEvent(tx, eventId)
  const played = await mapPlayedRuns(tx, { eventId })
  const rounds = [...new Set(slots.map(({ round }) => round))]
    .filter((round) => !played.has(getRunKey({ eventId, teamId, round })))
    .filter((round) => !slots.some((slot) => slot.teamId === teamId && slot.round === round))
  const left = await listRemovedSlotsOfWithdrawnEventTeams(tx, eventId)
  const added = findSlotsForLateTeam(slots, { teamId, rounds, where, from: Date.now(), left }).map(
    (slot) => ({
      ...slot,
      id: randomUUIDv7(),
      version: 0,
    }),
  )
  if (slots.length + added.length > scheduleLimits.slots)
    throw new AppError('bad-input', [
      { field: 'slots', code: 'too-many', values: { limit: scheduleLimits.slots } },
    ])
  assertWithinEventDaysUnlessAccepted(
    rules,
    added.map(({ startsAt }) => startsAt),
    false,
  )
  await upsertTeamOrMatchSlots(tx, eventId, added)
  return added
}

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
 * Creates the service of the schedule, the teams and the check-in of an event. All functions throw
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
    const teams = new Map((await listEventTeams(tx, eventId)).map((team) => [team.id, team]))
    if (!rules.matches && !teams.has(slot.teamId ?? ''))
      throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
    const others = (await listMatchSlotsElseTeamSlots(tx, eventId, rules)).filter(({ id }) => id !== slotId)
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
      const stored = await findTeamOrMatchSlot(tx, slotId)
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
        await listEventTeams(database.db, eventId),
        await listMatchSlotsElseTeamSlots(database.db, eventId, { matches }),
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

    /** Lists the teams, with `withReasons` also why they have withdrawn. */
    listTeams: async (eventId: string, { withReasons }: { withReasons: boolean }): Promise<EventTeams> => {
      const { id } = await getRankingEvent(database.db, eventId)
      const { matches } = await readSlotRules(core, database.db, id)
      const teams = await listEventTeams(database.db, id)
      return {
        teams: withReasons ? teams : teams.map(omitWithdrawalReason),
        hasTeamSlots: matches === null && (await hasTeamSlots(database.db, id)),
        areMatchesDrawn: matches !== null && matches.pairings.length > 0,
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
      const slot = await findTeamOrMatchSlot(database.db, id)
      if (!slot) throw new AppError('not-found')
      assertRevertedFieldsUnchanged(slot, fields)
      const restored = Object.fromEntries(fields.map(({ field, restored: value }) => [field, value]))
      await updateSlot(slot.eventId, id, { ...slot, ...restored, acceptOtherDays: true }, actor)
    },

    /** Removes a slot, or all slots without `slotId`. */
    removeSlots: (eventId: string, slotId: string | undefined, actor: Actor): Promise<number> =>
      changeSchedule(eventId, async (tx) => {
        const slot = slotId === undefined ? undefined : await findTeamOrMatchSlot(tx, slotId)
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

    /**
     * Adds the registered teams of a competition in the season of an event to it, or one of them, a late one with
     * slots for the rounds of the schedule. Throws `no-teams-of-season` or `no-such-team-of-season` when there is
     * none, and `bad-input` for slots of several teams and when there is no room for them. Returns how many are
     * new, how many slots a late team got, and how many guests with results the event has when these are its
     * first teams: from then on it refuses new guests.
     */
    addTeams: (
      eventId: string,
      { competitionId, teamNo, slots = 'none' }: AddEventTeamsRequest,
      actor: Actor,
    ): Promise<{ count: number; guestCount: number; slotCount?: number }> =>
      changeSchedule(eventId, async (tx, rules) => {
        if (slots !== 'none' && teamNo === undefined)
          throw new AppError('bad-input', [{ field: 'teamNo', code: 'required' }])
        const guestCount = await countGuestsUnlessTeamsOrAccepted(tx, eventId)
        const teams = await listEligibleTeamsOfEventSeason(tx, eventId, {
          competitionId,
          ...(teamNo === undefined ? {} : { teamNos: [teamNo] }),
        })
        const [first] = teams
        if (!first) {
          const names = await findSeasonAndCompetitionNameOfEvent(tx, eventId, competitionId)
          if (!names) throw new AppError('bad-input', [{ field: 'competitionId', code: 'unknown-value' }])
          throw teamNo === undefined
            ? new AppError('no-teams-of-season', [], names)
            : new AppError('no-such-team-of-season', [], { ...names, teamNo })
        }
        const count = await insertAndCountMissingEventTeams(
          tx,
          eventId,
          teams.map(({ id }) => id),
        )
        const added = slots === 'none' ? [] : await addSlotsOfLateTeam(tx, eventId, rules, first.id, slots)
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'schedule',
          entityId: eventId,
          after: { teams: count, ...(added.length > 0 ? { slots: added.length } : {}) },
        })
        return { count, guestCount, ...(slots === 'none' ? {} : { slotCount: added.length }) }
      }),

    /**
     * Checks a team in, or undoes its check-in. The team is named by its id or by the code of its badge.
     * Throws `not-found` for a team that the event does not have, and `bad-input` for one that has withdrawn.
     */
    checkIn: async (
      eventId: string,
      {
        teamId,
        badgeCode,
        isCheckedIn,
      }: { teamId?: string | undefined; badgeCode?: string | undefined; isCheckedIn: boolean },
      actor: Actor,
    ): Promise<{ team: EventTeam; wasCheckedIn: boolean }> => {
      const result = await inTransaction(database.db, async (tx) => {
        await getRankingEvent(tx, eventId)
        const team = await findEventTeamByIdOrBadgeCodes(
          tx,
          eventId,
          teamId
            ? { teamId }
            : { badgeCodes: listPossibleCodesOfTypedText(badgeCode ?? '', badgeCodeLength) },
        )
        if (!team) throw new AppError('not-found')
        if (team.withdrawal && isCheckedIn)
          throw new AppError('bad-input', [{ field: 'teamId', code: 'team-withdrawn' }])
        const wasCheckedIn = team.checkedInAt !== null
        if (wasCheckedIn === isCheckedIn) return { team, wasCheckedIn }
        const checkedInAt = isCheckedIn ? new Date() : null
        await updateCheckIn(tx, eventId, team.id, {
          checkedInAt,
          checkedInBy: isCheckedIn ? actor.userId : null,
        })
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'schedule',
          entityId: eventId,
          before: { team: team.id, isCheckedIn: wasCheckedIn },
          after: { team: team.id, isCheckedIn },
        })
        return { team: { ...team, checkedInAt: checkedInAt?.toISOString() ?? null }, wasCheckedIn }
      })
      await invalidator.invalidate(getEventOverviewCacheTag(eventId))
      return { ...result, team: omitWithdrawalReason(result.team) }
    },

    /**
     * Lists the badges of people of an event. Members wear them in public and are minors, so a badge has the
     * short form of their names. People without a name, who were erased, and judges without a valid code have
     * none. Throws `bad-input` for volunteers without names, and when there is no badge.
     */
    listBadges: async (
      eventId: string,
      { roles, volunteers }: { roles: readonly BadgeRole[]; volunteers: readonly string[] },
      actor: Actor,
    ): Promise<PeopleBadges> => {
      const { db } = database
      const { title } = await getRankingEvent(db, eventId)
      const isWanted = (role: BadgeRole) => roles.includes(role)
      if (isWanted('volunteer') && volunteers.length === 0)
        throw new AppError('bad-input', [{ field: 'volunteers', code: 'required' }])
      const kinds = (['coach', 'member'] as const).filter(isWanted)
      const people = kinds.length > 0 ? await listPeopleOfEventTeams(db, eventId, kinds) : []
      const judges = isWanted('judge') ? await listNamedUnrevokedJudgesOfEvent(db, eventId) : []
      const badges = [
        ...people.map(
          ({ name, ...person }): Badge => ({
            ...person,
            name:
              person.role === 'member'
                ? toFirstNameAndInitial(getNameUnlessErased(name))
                : getNameUnlessErased(name),
          }),
        ),
        ...judges.map(
          ({ name, isHead }): Badge => ({ role: isHead ? 'headJudge' : 'judge', name, team: null }),
        ),
        ...(isWanted('volunteer')
          ? volunteers.map((name): Badge => ({ role: 'volunteer', name, team: null }))
          : []),
      ].filter(({ name }) => name !== '')
      if (badges.length === 0) throw new AppError('bad-input', [{ field: 'roles', code: 'no-people' }])
      await writeAudit(db, {
        actor,
        action: 'export',
        entity: 'schedule',
        entityId: eventId,
        after: { badgeRoles: [...roles], badges: badges.length },
      })
      const days = await findFirstAndLastEventDay(db, eventId)
      const toIsoDate = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00.000Z`)
      return { event: { title, startDate: toIsoDate(days?.first), endDate: toIsoDate(days?.last) }, badges }
    },

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
