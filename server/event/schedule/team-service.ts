import { v7 as randomUUIDv7 } from 'uuid'
import type { RegionLimit } from '#contract/accounts/permissions.ts'
import { badgeCodeLength, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import type { BadgeSelection } from '#contract/event/print.schema.ts'
import { badgesPerPage, type GetPageRange } from '#contract/event/print.ts'
import { countBadgePages } from '#contract/event/printed-pages.ts'
import { planLateTeamSlots } from '#contract/event/schedule/place-late-team.ts'
import type {
  AddEventTeamsRequest,
  AdminScheduleSlot,
  Badge,
  EventTeam,
  EventTeams,
  PeopleBadges,
} from '#contract/event/schedule/schedule.schema.ts'
import { type BadgeRole, type lateTeamSlots, scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { getNameUnlessErased, toFirstNameAndInitial } from '#contract/people/teams/person-name.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { buildTeamOrOwnEventCondition } from '#server/platform/db/region-conditions.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getEventOverviewCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { countGuestsIfEventHasNoTeams, getRankingEvent } from '../scores/service.ts'
import { createScheduleChangeWithSlotSync } from './change-schedule.ts'
import { listNamedUnrevokedJudgesOfEvent, listPeopleOfEventTeams } from './queries-badges.ts'
import {
  findEventTeamByIdOrBadgeCodes,
  findSeasonYearAndCompetitionName,
  insertAndCountMissingEventTeams,
  listEventTeamsIncludingWithdrawn,
  listRemovedSlotsOfWithdrawnEventTeams,
  listTeamsEligibleForEvent,
  updateCheckIn,
} from './queries-event-teams.ts'
import { upsertTeamOrMatchSlots } from './queries-matches.ts'
import { getRunKey, mapPlayedRuns } from './queries-runs.ts'
import { findFirstAndLastEventDay, hasSlotsOfEvent, listTeamSlotsOfEvent } from './queries-slots.ts'
import { assertWithinEventDaysUnlessAccepted, readSlotRules, type SlotRules } from './slot-checks.ts'

/** Returns a team without the reason why it has withdrawn. */
export const omitWithdrawalReason = (team: EventTeam): EventTeam =>
  team.withdrawal ? { ...team, withdrawal: { ...team.withdrawal, reason: '' } } : team

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
  const added = planLateTeamSlots(slots, { teamId, rounds, where, from: Date.now(), left }).map((slot) => ({
    ...slot,
    id: randomUUIDv7(),
    version: 0,
  }))
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

/**
 * Creates the service of the teams of an event: list, additions, check-in and badges. All functions throw
 * `not-found` for an event that does not exist.
 */
export const createEventTeamService = (core: Core) => {
  const { database, invalidator } = core
  const changeSchedule = createScheduleChangeWithSlotSync(core)

  return {
    /** Lists the teams that a user may see, with `withReasons` also why they have withdrawn. */
    listTeams: async (
      eventId: string,
      { withReasons, regionLimit }: { withReasons: boolean; regionLimit: RegionLimit },
    ): Promise<EventTeams> => {
      const { id } = await getRankingEvent(database.db, eventId)
      const { matches } = await readSlotRules(core, database.db, id)
      const teams = await listEventTeamsIncludingWithdrawn(
        database.db,
        id,
        buildTeamOrOwnEventCondition(regionLimit, id),
      )
      return {
        teams: withReasons ? teams : teams.map(omitWithdrawalReason),
        hasTeamSlots: matches === null && (await hasSlotsOfEvent(database.db, id)),
        areMatchesDrawn: matches !== null && matches.pairings.length > 0,
      }
    },

    /**
     * Adds the registered teams of a competition in the season of an event to it that the user may see, or one of them, a late one with
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
        const guestCount = await countGuestsIfEventHasNoTeams(tx, eventId)
        const teams = await listTeamsEligibleForEvent(tx, eventId, {
          competitionId,
          regionLimit: actor.regionLimit ?? null,
          ...(teamNo === undefined ? {} : { teamNos: [teamNo] }),
        })
        const [first] = teams
        if (!first) {
          const names = await findSeasonYearAndCompetitionName(tx, eventId, competitionId)
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
     * none, nor have people of other regions for a user who is limited. Filters of teams choose among members and coaches. Returns the badges of the pages that `getRange`
     * chooses. Throws `bad-input` for volunteers without names, and when there is no badge.
     */
    listBadges: async (
      eventId: string,
      { roles, volunteers, size, ...filters }: Omit<BadgeSelection, 'document'>,
      getRange: GetPageRange,
      actor: Actor,
    ): Promise<PeopleBadges> => {
      const { db } = database
      const { title } = await getRankingEvent(db, eventId)
      const isWanted = (role: BadgeRole) => roles.includes(role)
      if (isWanted('volunteer') && volunteers.length === 0)
        throw new AppError('bad-input', [{ field: 'volunteers', code: 'required' }])
      const kinds = (['coach', 'member'] as const).filter(isWanted)
      const regionLimit = actor.regionLimit ?? null
      const people =
        kinds.length > 0 ? await listPeopleOfEventTeams(db, eventId, kinds, { ...filters, regionLimit }) : []
      const judges = isWanted('judge') ? await listNamedUnrevokedJudgesOfEvent(db, eventId) : []
      const all = [
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
      if (all.length === 0) throw new AppError('bad-input', [{ field: 'roles', code: 'no-people' }])
      const pageCount = countBadgePages(all.length, size)
      const { from, count } = getRange(pageCount)
      const badges = all.slice(from * badgesPerPage[size], (from + count) * badgesPerPage[size])
      await writeAudit(db, {
        actor,
        action: 'export',
        entity: 'schedule',
        entityId: eventId,
        after: { badgeRoles: [...roles], badges: badges.length },
      })
      const days = await findFirstAndLastEventDay(db, eventId)
      const toIsoDate = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00.000Z`)
      return {
        event: { title, startDate: toIsoDate(days?.first), endDate: toIsoDate(days?.last) },
        badges,
        count: all.length,
        pageCount,
      }
    },
  }
}
