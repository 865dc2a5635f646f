import { normalizeTableName } from '#contract/event/judging/judge-assignment.ts'
import type { SetWithdrawalRequest } from '#contract/event/matches/match.schema.ts'
import type { AdminScheduleSlot, EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import type { EventDraw } from '#contract/event/scoring/match-draw.ts'
import { listPanelRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getScheduleCacheTag } from '#server/platform/lib/cache-invalidation.ts'
import { saveDrawAndTotalsWithScoreLog } from '../scores/scoring/match-writes.ts'
import { listDrawnEntriesOfEvent, lockScheduleOfEvent } from '../scores/service.ts'
import type { ScoredEvent } from '../scores/write/score-write.ts'
import { runScoreTransactionWithFreeze } from '../scores/write/score-writer.ts'
import { findEventTeamByIdOrBadgeCodes, setWithdrawalAndGetPreviousSlots } from './queries-event-teams.ts'
import { getRunKey, mapPlayedRuns } from './queries-runs.ts'
import { deleteAndCountTeamSlotsOfEvent, listTeamSlotsOfEvent, upsertTeamSlots } from './queries-slots.ts'
import { createAccumulatingSlotChecker } from './slot-checks.ts'

/** Returns a withdrawal as a change of the draw; undefined for a team that is not drawn. */
export const buildDrawAfterWithdrawalChange = async (
  db: Db,
  eventId: string,
  draw: EventDraw | null,
  { teamId, isWithdrawn }: SetWithdrawalRequest,
): Promise<EventDraw | undefined> => {
  const entryId = (await listDrawnEntriesOfEvent(db, eventId)).find(
    (entry) => entry.teamId === teamId,
  )?.entryId
  if (!draw || entryId === undefined) return undefined
  const others = draw.withdrawn.filter((id) => id !== entryId)
  return { ...draw, withdrawn: isWithdrawn ? [...others, entryId] : others }
}

/** Deletes the slots of a team whose runs have not taken place, and returns them. */
const removeOpenSlots = async (tx: Db, eventId: string, teamId: string): Promise<AdminScheduleSlot[]> => {
  const played = await mapPlayedRuns(tx, { eventId })
  const open = (await listTeamSlotsOfEvent(tx, eventId)).filter(
    (slot) => slot.teamId === teamId && !played.has(getRunKey({ eventId, teamId, round: slot.round })),
  )
  await deleteAndCountTeamSlotsOfEvent(
    tx,
    eventId,
    open.map(({ id }) => id),
  )
  return open
}

/**
 * Gives a team the slots back that left the schedule with it, where their places are free and the schedule
 * still has their rounds and tables. Returns how many.
 */
const restoreSlots = async (
  tx: Db,
  eventId: string,
  slots: readonly AdminScheduleSlot[],
): Promise<number> => {
  const stored = await listTeamSlotsOfEvent(tx, eventId)
  const rounds = new Set(stored.map(({ round }) => round))
  const tables = new Set(stored.map(({ table }) => normalizeTableName(table)))
  const checkSlot = createAccumulatingSlotChecker(
    stored,
    { roundCount: null, timeZone: 'UTC', matches: null },
    new Map(),
  )
  const free = slots.filter(
    (slot) =>
      (stored.length === 0 || (rounds.has(slot.round) && tables.has(normalizeTableName(slot.table)))) &&
      checkSlot(slot).length === 0,
  )
  if (free.length > 0) await upsertTeamSlots(tx, eventId, free)
  return free.length
}

/**
 * Tells whether taking back a withdrawal would change what a frozen ranking shows: where a panel judges, the
 * team would wait for sheets again as of the time of the freeze.
 */
const isWithdrawalFrozen = ({ freeze, rules }: ScoredEvent, withdrawnAt: string): boolean =>
  freeze?.frozenAt != null &&
  new Date(withdrawnAt) <= freeze.frozenAt &&
  listPanelRounds(rules.ruleSet).length > 0

/** How many slots left the schedule or came back to it, and how many could not come back. */
type SlotCounts = { slotCount: number; lostSlotCount: number }

/**
 * Withdraws a team from an event of any format with a reason, or takes it back, in the transaction of
 * `runScoreTransactionWithFreeze`. Its open slots leave the schedule and come back where their places are free; after a
 * draw its matches follow the rules. Recorded results stay. A repeat changes nothing. Returns how many slots
 * left or came back. Throws `bad-input` for a team that the event does not have and without a reason;
 * `withdrawal-frozen` for a withdrawal of before the freeze in an event with panels; after a draw also
 * `withdrawal-frozen` and `results-final`.
 */
export const withdrawOrReinstateTeamAndSlots = async (
  tx: Db,
  event: ScoredEvent,
  request: SetWithdrawalRequest,
  actor: Actor,
): Promise<SlotCounts> => {
  const { teamId, isWithdrawn, reason } = request
  const { id: eventId } = event
  if (isWithdrawn && reason === '') throw new AppError('bad-input', [{ field: 'reason', code: 'required' }])
  const draw = await buildDrawAfterWithdrawalChange(tx, eventId, event.rules.draw, request)
  const isDrawChanged = draw !== undefined && draw.withdrawn.length !== event.rules.draw?.withdrawn.length
  if (isDrawChanged) await saveDrawAndTotalsWithScoreLog(tx, event, draw, undefined, actor)
  const team = await findEventTeamByIdOrBadgeCodes(tx, eventId, { teamId })
  if (!team && !isDrawChanged) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
  const isTeamChanged = team !== undefined && (team.withdrawal !== undefined) !== isWithdrawn
  if (!isTeamChanged && !isDrawChanged) return { slotCount: 0, lostSlotCount: 0 }
  if (!isWithdrawn && team?.withdrawal && isWithdrawalFrozen(event, team.withdrawal.at))
    throw new AppError('withdrawal-frozen')
  await lockScheduleOfEvent(tx, eventId)
  // the slots of a match follow from the draw
  const hasOwnSlots = event.drawnTeams === null
  const removed = isWithdrawn && hasOwnSlots ? await removeOpenSlots(tx, eventId, teamId) : []
  const before = await setWithdrawalAndGetPreviousSlots(
    tx,
    eventId,
    teamId,
    isWithdrawn ? { reason, slots: removed } : null,
  )
  const slotCount = isWithdrawn ? removed.length : hasOwnSlots ? await restoreSlots(tx, eventId, before) : 0
  const lostSlotCount = isWithdrawn || !hasOwnSlots ? 0 : before.length - slotCount
  await writeAudit(tx, {
    actor,
    action: isWithdrawn ? 'withdraw-team' : 'take-back-withdrawal',
    entity: 'event',
    entityId: eventId,
    after: { team: teamId, ...(reason ? { reason } : {}), ...(slotCount > 0 ? { slots: slotCount } : {}) },
  })
  event.changedTags.add(getScheduleCacheTag(eventId))
  // a panel waits no longer for the sheets of the team
  if (!event.isFrozen) event.changedTags.add(`scores:${eventId}`)
  return { slotCount, lostSlotCount }
}

/** Creates the service that withdraws teams from an event. */
export const createWithdrawalService = ({
  database,
  invalidator,
}: Pick<Core, 'database' | 'invalidator'>) => ({
  /** Throws `not-found` for an unknown event, and what `withdrawOrReinstateTeamAndSlots` throws. */
  setWithdrawal: (
    eventId: string,
    request: SetWithdrawalRequest,
    actor: Actor,
  ): Promise<{ team: EventTeam } & SlotCounts> =>
    runScoreTransactionWithFreeze({ database, invalidator }, eventId, async (tx, event) => {
      const counts = await withdrawOrReinstateTeamAndSlots(tx, event, request, actor)
      const team = await findEventTeamByIdOrBadgeCodes(tx, eventId, { teamId: request.teamId })
      if (!team) throw new AppError('bad-input', [{ field: 'teamId', code: 'not-found' }])
      return { team, ...counts }
    }),
})
