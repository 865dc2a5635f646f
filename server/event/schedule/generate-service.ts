import { v7 as randomUUIDv7 } from 'uuid'
import { normalizeTableName } from '#contract/event/judging/judge-assignment.ts'
import {
  type GeneratedSchedule,
  generateMatchSchedule,
  generateRunSchedule,
} from '#contract/event/schedule/generate-schedule.ts'
import type {
  AdminScheduleSlot,
  GenerateScheduleRequest,
  PreviewScheduleRequest,
  SchedulePreview,
  ShiftScheduleRequest,
  SwapSlotsRequest,
} from '#contract/event/schedule/schedule.schema.ts'
import { scheduleLimits } from '#contract/event/schedule/schedule.ts'
import { toSlotRange } from '#contract/event/schedule/slot-times.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, assertVersionNotStale, type FieldProblem } from '#server/platform/lib/app-error.ts'
import {
  createScheduleChangeWithSlotSync,
  hashSlots,
  saveFormerAndReplaceSlotsWithAudit,
} from './change-schedule.ts'
import { listEventTeamsIncludingWithdrawn } from './queries-event-teams.ts'
import { listTeamOrMatchSlotsOfEvent } from './queries-matches.ts'
import {
  assertMatchesDrawn,
  assertWithinEventDaysUnlessAccepted,
  createAccumulatingSlotChecker,
  formatScheduleFileTime,
  readSlotRules,
  type SlotRules,
} from './slot-checks.ts'

/** Runs without a slot that a preview lists at most. */
const listedCount = 200
/** Problems of moved slots that a reply lists at most. */
const problemCount = 5

/** Throws `stale-version` when the slots are not those that the user saw. */
const assertSlotsHash = (slotsHash: string, slots: readonly AdminScheduleSlot[]): void => {
  const current = hashSlots(slots)
  if (slotsHash !== current) throw new AppError('stale-version', [], { current: { slotsHash: current } })
}

/** Lists what is wrong with the form that a schedule is generated from. */
const listRequestProblems = (
  request: PreviewScheduleRequest,
  { roundCount, timeZone, matches }: SlotRules,
  teamCount: number,
): FieldProblem[] => {
  const problems: FieldProblem[] = []
  const assertLater = (field: string, from: string, to: string | undefined) => {
    if (to !== undefined && Date.parse(to) <= Date.parse(from))
      problems.push({ field, code: 'not-later', values: { time: formatScheduleFileTime(from, timeZone) } })
  }
  if (!matches) {
    if (teamCount === 0) problems.push({ field: 'teams', code: 'too-few', values: { limit: 1 } })
    if (roundCount !== null && request.rounds > roundCount)
      problems.push({ field: 'rounds', code: 'no-such-round', values: { limit: roundCount } })
    else if (teamCount * request.rounds > scheduleLimits.slots)
      problems.push({
        field: 'rounds',
        code: 'too-large',
        values: { limit: Math.floor(scheduleLimits.slots / teamCount) },
      })
  }
  if (new Set(request.tables.map(normalizeTableName)).size < request.tables.length)
    problems.push({ field: 'tables', code: 'twice' })
  assertLater('endsBy', request.startsAt, request.endsBy)
  for (const [index, { from, to }] of request.breaks.entries()) assertLater(`breaks.${index}.to`, from, to)
  return problems
}

/**
 * Creates the service that generates the schedule of an event, moves its slots in time, and swaps two of
 * them. All functions throw `not-found` for an event that does not exist.
 */
export const createSchedulePlanningService = (core: Core) => {
  const changeSchedule = createScheduleChangeWithSlotSync(core)
  /** Throws `bad-input`, `draw-first`, and `outside-event-days` for times that the user did not accept. */
  const generate = async (
    db: Db,
    eventId: string,
    request: PreviewScheduleRequest,
    rules: SlotRules,
  ): Promise<GeneratedSchedule> => {
    assertMatchesDrawn(rules)
    const teams = (await listEventTeamsIncludingWithdrawn(db, eventId)).filter(
      ({ withdrawal }) => !withdrawal,
    )
    const problems = listRequestProblems(request, rules, teams.length)
    if (problems.length > 0) throw new AppError('bad-input', problems)
    const generated = rules.matches
      ? generateMatchSchedule({ ...request, ...rules.matches })
      : generateRunSchedule({ ...request, teamIds: teams.map(({ id }) => id) })
    assertWithinEventDaysUnlessAccepted(
      rules,
      generated.slots.map(({ startsAt }) => startsAt),
      request.acceptOtherDays,
    )
    return generated
  }

  return {
    preview: async (eventId: string, request: PreviewScheduleRequest): Promise<SchedulePreview> => {
      const { db } = core.database
      const { slots, missing, unusedTables } = await generate(
        db,
        eventId,
        request,
        await readSlotRules(core, db, eventId),
      )
      const last = slots.at(-1)
      return {
        count: slots.length,
        startsAt: slots[0]?.startsAt ?? null,
        endsAt: last ? new Date(toSlotRange(last).to).toISOString() : null,
        missing: missing.slice(0, listedCount),
        missingCount: missing.length,
        unusedTables,
      }
    },

    /**
     * Generates a schedule of all teams or matches in place of the former one. Throws `schedule-exists` when
     * there is one and `replace` is not set, and `stale-version`.
     */
    generate: (
      eventId: string,
      { slotsHash, replace, ...request }: GenerateScheduleRequest,
      actor: Actor,
    ): Promise<{ count: number; missingCount: number }> =>
      changeSchedule(eventId, async (tx, rules) => {
        const before = await listTeamOrMatchSlotsOfEvent(tx, eventId, rules)
        assertSlotsHash(slotsHash, before)
        if (before.length > 0 && !replace) throw new AppError('schedule-exists', [], { count: before.length })
        const { slots, missing } = await generate(tx, eventId, request, rules)
        // the write gives them version 1
        const after = slots.map((slot) => ({ id: randomUUIDv7(), version: 0, ...slot }))
        const details = { before: { slots: before.length }, after: { slots: after.length } }
        await saveFormerAndReplaceSlotsWithAudit(tx, { eventId, actor, before, after, details })
        return { count: slots.length, missingCount: missing.length }
      }),

    /**
     * Moves the slots that have not begun, or those from a later time on. Throws `stale-version`,
     * `outside-event-days`, and `bad-input` for no slots, for times in the past and for teams and tables that
     * are busy then. Returns how many slots it moved, and the former and the new time of the first one.
     */
    shift: (
      eventId: string,
      { minutes, from, slotsHash, acceptOtherDays }: ShiftScheduleRequest,
      actor: Actor,
    ): Promise<{ count: number; firstBefore: string; firstAfter: string }> =>
      changeSchedule(eventId, async (tx, rules) => {
        const before = await listTeamOrMatchSlotsOfEvent(tx, eventId, rules)
        assertSlotsHash(slotsHash, before)
        const now = Date.now()
        const since = Math.max(now, from === undefined ? 0 : Date.parse(from))
        const isMoved = ({ startsAt }: AdminScheduleSlot) => Date.parse(startsAt) >= since
        const former = before.filter(isMoved)
        const moved = former.map((slot) => ({
          ...slot,
          startsAt: new Date(Date.parse(slot.startsAt) + minutes * msPerMinute).toISOString(),
        }))
        const [firstBefore, firstAfter] = [former[0], moved[0]]
        if (!firstBefore || !firstAfter)
          throw new AppError('bad-input', [{ field: 'from', code: 'no-later-slots' }])
        if (Date.parse(firstAfter.startsAt) < now) {
          const values = { time: formatScheduleFileTime(firstAfter.startsAt, rules.timeZone) }
          throw new AppError('bad-input', [{ field: 'minutes', code: 'before-now', values }])
        }
        const staying = before.filter((slot) => !isMoved(slot))
        await assertSlotsFit(tx, { eventId, rules, staying, moved, field: 'minutes' })
        assertWithinEventDaysUnlessAccepted(
          rules,
          moved.map(({ startsAt }) => startsAt),
          acceptOtherDays,
        )
        const details = { after: { shiftedSlots: moved.length, shiftedMinutes: minutes } }
        await saveFormerAndReplaceSlotsWithAudit(tx, {
          eventId,
          actor,
          before,
          after: [...staying, ...moved],
          details,
        })
        return { count: moved.length, firstBefore: firstBefore.startsAt, firstAfter: firstAfter.startsAt }
      }),

    /**
     * Gives two slots the time and the table of each other; each keeps its team and round, or its match.
     * Throws `stale-version`, and `bad-input` for a team or a table that is busy.
     */
    swap: (
      eventId: string,
      { first, second }: SwapSlotsRequest,
      actor: Actor,
    ): Promise<AdminScheduleSlot[]> =>
      changeSchedule(eventId, async (tx, rules) => {
        const before = await listTeamOrMatchSlotsOfEvent(tx, eventId, rules)
        const find = async ({ id, version }: SwapSlotsRequest['first']) => {
          const slot = before.find((each) => each.id === id)
          if (!slot) throw new AppError('not-found')
          await assertVersionNotStale(version, slot, () => slot)
          return slot
        }
        const [one, other] = [await find(first), await find(second)]
        const takePlace = (
          slot: AdminScheduleSlot,
          { table, startsAt, durationMinutes }: AdminScheduleSlot,
        ) => ({
          ...slot,
          table,
          startsAt,
          durationMinutes,
        })
        const moved = [takePlace(one, other), takePlace(other, one)]
        const staying = before.filter(({ id }) => id !== one.id && id !== other.id)
        const teams = await assertSlotsFit(tx, { eventId, rules, staying, moved, field: 'second' })
        const details = rules.matches
          ? { swappedMatches: [one, other].map(({ round }) => String(round)) }
          : { swappedTeams: [one, other].map(({ teamId }) => String(teams.get(teamId ?? '')?.teamNo ?? '')) }
        await saveFormerAndReplaceSlotsWithAudit(tx, {
          eventId,
          actor,
          before,
          after: [...staying, ...moved],
          details: { after: details },
        })
        return (await listTeamOrMatchSlotsOfEvent(tx, eventId, rules)).filter(
          ({ id }) => id === one.id || id === other.id,
        )
      }),
  }
}

type MovedSlots = {
  eventId: string
  rules: SlotRules
  staying: readonly AdminScheduleSlot[]
  moved: readonly AdminScheduleSlot[]
  field: string
}

/**
 * Throws `bad-input` with the first teams and tables that are busy at the new times. Returns the teams of the
 * event by their ids.
 */
const assertSlotsFit = async (tx: Db, { eventId, rules, staying, moved, field }: MovedSlots) => {
  // a slot that a team keeps after its withdrawal can be moved
  const teams = new Map(
    (await listEventTeamsIncludingWithdrawn(tx, eventId)).map(({ withdrawal: _, ...team }) => [
      team.id,
      team,
    ]),
  )
  // rounds were checked when the slots were added
  const checkSlot = createAccumulatingSlotChecker(staying, { ...rules, roundCount: null }, teams)
  const problems = moved.flatMap((slot) => checkSlot(slot))
  if (problems.length > 0)
    throw new AppError(
      'bad-input',
      problems.slice(0, problemCount).map((problem) => ({ ...problem, field })),
    )
  return teams
}
