import { normalizeJudgeCode } from '#contract/rules/judge-code.ts'
import type { EventTeam, SaveSlotRequest, Schedule, ScheduleSlot } from '#contract/schedule.ts'
import { scheduleLimits } from '#contract/schedule.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/features/audit/service.ts'
import { getRankingEvent } from '#server/features/scores/service.ts'
import { getSiteTimeZone } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import {
  deleteSlots,
  findEventTeam,
  insertMissingEventTeams,
  insertSlots,
  isJudgingClosed,
  listEventTeams,
  listSlotsOfEvent,
  listTeamsEligibleForEvent,
  lockSchedule,
  setJudgingClosed,
  updateCheckIn,
} from './queries.ts'
import { createSlotExistsProblem } from './slot-exists-problem.ts'

export { insertMissingEventTeams, isJudgingClosed, listEventTeams, listSlotsOfEvent } from './queries.ts'

/** Creates the service of the schedule, the teams and the check-in of an event. All functions throw `not-found` for an event that does not exist. */
export const createScheduleService = ({ config, database }: Pick<Core, 'config' | 'database'>) => ({
  get: async (eventId: string): Promise<Schedule> => {
    const { id, slug, title } = await getRankingEvent(database.db, eventId)
    const [teams, slots, isClosed] = [
      await listEventTeams(database.db, eventId),
      await listSlotsOfEvent(database.db, eventId),
      await isJudgingClosed(database.db, eventId),
    ]
    return { event: { id, slug, title }, teams, slots, isJudgingClosed: isClosed }
  },

  /** Adds a slot. Throws `bad-input` for a team that the event does not have, and when the team has the same round already. */
  addSlot: (eventId: string, { round, table, startsAt, teamId }: SaveSlotRequest, actor: Actor): Promise<ScheduleSlot> =>
    inTransaction(database.db, async (tx) => {
      await getRankingEvent(tx, eventId)
      await lockSchedule(tx, eventId)
      const team = await findEventTeam(tx, eventId, { teamId })
      if (!team) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
      const slots = await listSlotsOfEvent(tx, eventId)
      if (slots.length >= scheduleLimits.slots)
        throw new AppError('bad-input', [{ field: 'round', code: 'too-many', values: { limit: scheduleLimits.slots } }])
      const existing = slots.find((slot) => slot.teamId === teamId && slot.round === round)
      if (existing) {
        const timeZone = await getSiteTimeZone({ config, database })
        const problem = createSlotExistsProblem(team, round, new Date(existing.startsAt), timeZone)
        throw new AppError('bad-input', [{ field: 'round', ...problem }])
      }
      const [slot] = await insertSlots(tx, [{ eventId, teamId, round, tableName: table, startsAt: new Date(startsAt) }])
      const added = slot as ScheduleSlot
      await writeAudit(tx, { actor, action: 'create', entity: 'schedule', entityId: eventId, after: { ...added } })
      return added
    }),

  /** Removes a slot, or all slots without `slotId`. */
  removeSlots: (eventId: string, slotId: string | undefined, actor: Actor): Promise<number> =>
    inTransaction(database.db, async (tx) => {
      await getRankingEvent(tx, eventId)
      const count = await deleteSlots(tx, eventId, slotId === undefined ? undefined : [slotId])
      if (slotId !== undefined && count === 0) throw new AppError('not-found')
      await writeAudit(tx, { actor, action: 'delete', entity: 'schedule', entityId: eventId, before: { slots: count } })
      return count
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
  checkIn: (
    eventId: string,
    { teamId, badgeCode, isCheckedIn }: { teamId?: string | undefined; badgeCode?: string | undefined; isCheckedIn: boolean },
    actor: Actor,
  ): Promise<{ team: EventTeam; wasCheckedIn: boolean }> =>
    inTransaction(database.db, async (tx) => {
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
    }),

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
})
