import type { RevertedField } from '#contract/rules/audit-revert.ts'
import { shortenPersonName, toCertificateName } from '#contract/rules/certificate-name.ts'
import { normalizeJudgeCode } from '#contract/rules/judge-code.ts'
import type {
  AdminScheduleSlot,
  Badge,
  EventTeam,
  PeopleBadges,
  SaveSlotRequest,
  Schedule,
  UpdateSlotRequest,
} from '#contract/schedule.schema.ts'
import { type BadgeRole, scheduleLimits } from '#contract/schedule.ts'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { assertRevertedFieldsUnchanged } from '#server/features/audit/assert-reverted-fields-unchanged.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { getRankingEvent } from '#server/features/scores/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import { assertVersion } from '#server/lib/assert-version.ts'
import { getEventOverviewCacheTag } from '#server/lib/cache-invalidation.ts'
import { createScheduleChanger, hashSlots } from './change-schedule.ts'
import {
  countSlotsOfEvent,
  deleteSlots,
  findEventDays,
  findEventTeam,
  findSlot,
  insertMissingEventTeams,
  insertSlots,
  isJudgingClosed,
  isSchedulePublished,
  listEventTeams,
  listJudgesWithBadge,
  listPeopleOfEventTeams,
  listSlotsOfEvent,
  listTeamsEligibleForEvent,
  setJudgingClosed,
  setSchedulePublished,
  updateSlot as setSlot,
  updateCheckIn,
} from './queries.ts'
import { createSlotChecker, formatEventDays, isWithinEventDays, readSlotRules } from './slot-checks.ts'

export {
  findEventTeam,
  findSlotOfTeamOrEvent,
  insertMissingEventTeams,
  isJudgingClosed,
  isSchedulePublished,
  listEventTeams,
  listSlotsOfEvent,
} from './queries.ts'
export { listMatchEventsOfTeam, listPublishedSchedulesOfTeam } from './queries-public.ts'
export { getScheduleCacheTag } from './slot-checks.ts'

const omitEventId = ({ eventId: _, ...slot }: AdminScheduleSlot & { eventId: string }): AdminScheduleSlot => slot

/** Returns a slot for the audit log. */
const toSlotAudit = (eventId: string, { round, table, startsAt, durationMinutes, teamId }: AdminScheduleSlot) => ({
  event: eventId,
  teamId,
  round,
  table,
  startsAt,
  durationMinutes,
})

/** Creates the service of the schedule, the teams and the check-in of an event. All functions throw `not-found` for an event that does not exist. */
export const createScheduleService = (core: Core) => {
  const { database, invalidator } = core
  const changeSchedule = createScheduleChanger(core)
  const assertSlotValid = async (tx: Db, eventId: string, slot: SaveSlotRequest, slotId?: string): Promise<void> => {
    const team = await findEventTeam(tx, eventId, { teamId: slot.teamId })
    if (!team) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
    const rules = await readSlotRules(core, tx, eventId)
    const others = (await listSlotsOfEvent(tx, eventId)).filter(({ id }) => id !== slotId)
    const checkSlot = createSlotChecker(others, rules)
    const problems = checkSlot(slot, team)
    if (problems.length > 0) throw new AppError('bad-input', problems)
    if (rules.days && !slot.acceptOtherDays && !isWithinEventDays(rules, slot.startsAt))
      throw new AppError('outside-event-days', [], { days: formatEventDays(rules.days) })
  }

  /** Changes a slot after the checks of `addSlot`; a time that stays is not checked against the days of the event. Throws `not-found` and `stale-version`. */
  const updateSlot = (
    eventId: string,
    slotId: string,
    { version, ...request }: UpdateSlotRequest,
    actor: Actor,
  ): Promise<AdminScheduleSlot> =>
    changeSchedule(eventId, async (tx) => {
      const before = await findSlot(tx, slotId)
      if (before?.eventId !== eventId) throw new AppError('not-found')
      await assertVersion(version, before, () => omitEventId(before))
      const keepsTime = Date.parse(request.startsAt) === Date.parse(before.startsAt)
      await assertSlotValid(tx, eventId, { ...request, acceptOtherDays: request.acceptOtherDays === true || keepsTime }, slotId)
      const after = await setSlot(tx, slotId, request)
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
    get: async (eventId: string): Promise<Schedule> => {
      const { id, slug, title } = await getRankingEvent(database.db, eventId)
      const [teams, slots, isClosed] = [
        await listEventTeams(database.db, eventId),
        await listSlotsOfEvent(database.db, eventId),
        await isJudgingClosed(database.db, eventId),
      ]
      const isPublished = await isSchedulePublished(database.db, eventId)
      const { roundCount } = await readSlotRules(core, database.db, eventId)
      return { event: { id, slug, title }, teams, slots, slotsHash: hashSlots(slots), roundCount, isPublished, isJudgingClosed: isClosed }
    },

    /**
     * Adds a slot. Throws `bad-input` for a team that the event does not have, a round that its rules do not have, and a team or table that is busy at that time;
     * `outside-event-days` for a time on another day, unless `acceptOtherDays` is set.
     */
    addSlot: (eventId: string, request: SaveSlotRequest, actor: Actor): Promise<AdminScheduleSlot> =>
      changeSchedule(eventId, async (tx) => {
        if ((await countSlotsOfEvent(tx, eventId)) >= scheduleLimits.slots)
          throw new AppError('bad-input', [{ field: 'round', code: 'too-many', values: { limit: scheduleLimits.slots } }])
        await assertSlotValid(tx, eventId, request)
        const { table, startsAt, round, durationMinutes, teamId } = request
        const [slot] = await insertSlots(tx, [{ eventId, teamId, round, tableName: table, startsAt: new Date(startsAt), durationMinutes }])
        const added = slot as AdminScheduleSlot
        await writeAudit(tx, { actor, action: 'create', entity: 'schedule-slot', entityId: added.id, after: toSlotAudit(eventId, added) })
        return added
      }),

    updateSlot,

    /** Sets fields of a slot back to their former values. Throws `not-found`, `revert-changed` and what the save throws. */
    revertSlot: async (id: string, fields: readonly RevertedField[], actor: Actor): Promise<void> => {
      const slot = await findSlot(database.db, id)
      if (!slot) throw new AppError('not-found')
      assertRevertedFieldsUnchanged(slot, fields)
      const restored = Object.fromEntries(fields.map(({ field, restored: value }) => [field, value]))
      await updateSlot(slot.eventId, id, { ...slot, ...restored, acceptOtherDays: true }, actor)
    },

    /** Removes a slot, or all slots without `slotId`. */
    removeSlots: (eventId: string, slotId: string | undefined, actor: Actor): Promise<number> =>
      changeSchedule(eventId, async (tx) => {
        const slot = slotId === undefined ? undefined : await findSlot(tx, slotId)
        const count = await deleteSlots(tx, eventId, slotId === undefined ? undefined : [slotId])
        if (slotId === undefined)
          await writeAudit(tx, { actor, action: 'delete', entity: 'schedule', entityId: eventId, before: { slots: count } })
        else if (slot && count > 0)
          await writeAudit(tx, { actor, action: 'delete', entity: 'schedule-slot', entityId: slotId, before: toSlotAudit(eventId, slot) })
        else throw new AppError('not-found')
        return count
      }),

    /** Publishes the schedule of an event, or takes it back: then no visitor or account sees it. */
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

    /** Adds the registered teams of a competition to an event, or one of them. Throws `not-found` when there is none. Returns how many are new. */
    addTeams: (
      eventId: string,
      { competitionId, teamNo }: { competitionId: string; teamNo?: number | undefined },
      actor: Actor,
    ): Promise<number> =>
      inTransaction(database.db, async (tx) => {
        await getRankingEvent(tx, eventId)
        const teams = await listTeamsEligibleForEvent(tx, { competitionId, ...(teamNo === undefined ? {} : { teamNos: [teamNo] }) })
        if (teams.length === 0) throw new AppError('not-found')
        const count = await insertMissingEventTeams(
          tx,
          eventId,
          teams.map(({ id }) => id),
        )
        await writeAudit(tx, { actor, action: 'create', entity: 'schedule', entityId: eventId, after: { teams: count } })
        return count
      }),

    /** Checks a team in, or undoes its check-in. The team is named by its id or by the code of its badge. Throws `not-found` for a team that the event does not have. */
    checkIn: async (
      eventId: string,
      { teamId, badgeCode, isCheckedIn }: { teamId?: string | undefined; badgeCode?: string | undefined; isCheckedIn: boolean },
      actor: Actor,
    ): Promise<{ team: EventTeam; wasCheckedIn: boolean }> => {
      const result = await inTransaction(database.db, async (tx) => {
        await getRankingEvent(tx, eventId)
        const team = await findEventTeam(tx, eventId, teamId ? { teamId } : { badgeCode: normalizeJudgeCode(badgeCode ?? '') })
        if (!team) throw new AppError('not-found')
        const wasCheckedIn = team.checkedInAt !== null
        if (wasCheckedIn === isCheckedIn) return { team, wasCheckedIn }
        const checkedInAt = isCheckedIn ? new Date() : null
        await updateCheckIn(tx, eventId, team.id, { checkedInAt, checkedInBy: isCheckedIn ? actor.userId : null })
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
      return result
    },

    /**
     * Lists the badges of people of an event. Members wear them in public and are minors, so a badge has the short form of their names. People without a name, who
     * were erased, and judges without a valid code have none. Throws `bad-input` for volunteers without names, and when there is no badge.
     */
    listBadges: async (
      eventId: string,
      { roles, volunteers }: { roles: readonly BadgeRole[]; volunteers: readonly string[] },
      actor: Actor,
    ): Promise<PeopleBadges> => {
      const { db } = database
      const { title } = await getRankingEvent(db, eventId)
      const isWanted = (role: BadgeRole) => roles.includes(role)
      if (isWanted('volunteer') && volunteers.length === 0) throw new AppError('bad-input', [{ field: 'volunteers', code: 'required' }])
      const kinds = (['coach', 'member'] as const).filter(isWanted)
      const people = kinds.length > 0 ? await listPeopleOfEventTeams(db, eventId, kinds) : []
      const judges = isWanted('judge') ? await listJudgesWithBadge(db, eventId) : []
      const badges = [
        ...people.map(
          ({ name, ...person }): Badge => ({
            ...person,
            name: person.role === 'member' ? shortenPersonName(name) : toCertificateName(name),
          }),
        ),
        ...judges.map(({ name, isHead }): Badge => ({ role: isHead ? 'headJudge' : 'judge', name, team: null })),
        ...(isWanted('volunteer') ? volunteers.map((name): Badge => ({ role: 'volunteer', name, team: null })) : []),
      ].filter(({ name }) => name !== '')
      if (badges.length === 0) throw new AppError('bad-input', [{ field: 'roles', code: 'no-people' }])
      await writeAudit(db, {
        actor,
        action: 'export',
        entity: 'schedule',
        entityId: eventId,
        after: { badgeRoles: [...roles], badges: badges.length },
      })
      const days = await findEventDays(db, eventId)
      const toIsoDate = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00.000Z`)
      return { event: { title, startDate: toIsoDate(days?.first), endDate: toIsoDate(days?.last) }, badges }
    },

    /** Closes or reopens the judging of an event: while it is closed, sheets of judges are rejected. */
    closeJudging: (eventId: string, isClosed: boolean, actor: Actor): Promise<void> =>
      inTransaction(database.db, async (tx) => {
        await getRankingEvent(tx, eventId)
        await setJudgingClosed(tx, eventId, isClosed)
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'schedule',
          entityId: eventId,
          before: { isJudgingClosed: !isClosed },
          after: { isJudgingClosed: isClosed },
        })
      }),
  }
}
