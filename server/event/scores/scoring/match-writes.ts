import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type { EventDraw, MatchDraw } from '#contract/event/scoring/match-draw.ts'
import { listPairings, type Pairing } from '#contract/event/scoring/match-list.ts'
import { hasMatchRules, type MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import type { Actor } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { toEventScoreLogChange } from '../log/queries-append.ts'
import type { EventRules } from '../rules/event-rules.ts'
import { listEntryIdsWithAttemptsOfEvent, updateTotalsOrDeleteEntries } from '../write/entry-totals.ts'
import { mapNewestAttemptIdsOfMatchByEntry } from '../write/queries-attempts.ts'
import type { NewAttempt, ScoredEvent, WriteOf } from '../write/score-write.ts'
import { readEventDrawForLog, updateWithdrawnEntries, upsertDrawAndReplaceEntries } from './queries-draws.ts'

type DrawnEvent = Pick<ScoredEvent, 'id' | 'rules' | 'drawnTeams'>

/**
 * Returns the entries that the draw of an event gave to teams, by team; undefined in an event whose teams are not
 * drawn.
 */
export const mapDrawnEntryIdsByTeam = ({
  drawnTeams,
}: Pick<DrawnEvent, 'drawnTeams'>): Map<string | null, string> | undefined =>
  drawnTeams
    ? new Map(
        [...drawnTeams].flatMap(([entryId, teamId]) => (teamId === null ? [] : [[teamId, entryId] as const])),
      )
    : undefined

const listSidesOfPairing = ({ sources }: Pairing): number[] =>
  sources.flatMap((source) => (source.of === 'draw' ? source.side : []))

/**
 * Finds what is wrong with an attempt of an event with matches: its team is not in the draw, or the match
 * does not exist, or it is one of a group that the team does not play.
 */
export const findMatchAttemptProblem = (
  { ruleSet, draw }: EventRules,
  drawn: ReadonlyMap<string | null, string>,
  teamId: string | null,
  mission: number,
): FieldProblem | undefined => {
  const entryId = drawn.get(teamId)
  if (!draw || teamId === null || entryId === undefined) return { field: 'teamId', code: 'not-drawn' }
  const pairings = ruleSet?.matches ? listPairings(ruleSet.matches, draw) : []
  // rules saved by an earlier version can have more matches than numbers
  const limit = Math.min(pairings.flatMap(({ numbers }) => numbers).length, matchDrawLimits.matches)
  if (mission > limit) return { field: 'attempt.mission', code: 'no-such-match', values: { limit } }
  const pairing = pairings.find((each) => each.numbers.includes(mission))
  const side = draw.sides.findIndex((entryIds) => entryIds.includes(entryId))
  return pairing?.part.of === 'group' && !listSidesOfPairing(pairing).includes(side)
    ? { field: 'attempt.mission', code: 'not-in-match', values: { round: mission } }
    : undefined
}

/**
 * Returns values with which the sheet of a side is complete whose opponent did not come: the required fields
 * that are empty have their smallest value.
 */
export const fillRequiredFieldsWithMinimum = (
  { groups }: RuleSet,
  values: ScoreSheetValues,
): ScoreSheetValues => {
  const filled = { ...values }
  for (const field of groups[0]?.fields ?? [])
    if (field.kind !== 'yesNo' && field.isRequired)
      filled[field.key] ??= field.kind === 'choice' ? (field.options[0]?.key ?? '') : field.min
  return filled
}

/** The sheet of a side of a match; `side` is its position in the draw. */
export type SideValues = { side: number; values: ScoreSheetValues }

/**
 * Finds what is wrong with who plays a match: a side that the draw does not have, one side twice, a match
 * that does not exist, and in a group a side that does not play it.
 */
export const findMatchSidesProblem = (
  { matches }: MatchRuleSet,
  draw: MatchDraw,
  match: number,
  sides: readonly [number, number],
): FieldProblem | undefined => {
  const unknown = sides.findIndex((side) => !draw.sides[side])
  if (unknown >= 0) return { field: `sides.${unknown}.side`, code: 'not-drawn' }
  if (sides[0] === sides[1]) return { field: 'sides.1.side', code: 'twice' }
  const pairing = listPairings(matches, draw).find(({ numbers }) => numbers.includes(match))
  if (!pairing) return { field: 'matchNumber', code: 'unknown-value' }
  if (pairing.part.of !== 'group') return undefined
  const playing = listSidesOfPairing(pairing)
  const other = sides.findIndex((side) => !playing.includes(side))
  return other < 0 ? undefined : { field: `sides.${other}.side`, code: 'unknown-value' }
}

/**
 * Returns the write that records a match: an attempt of each team of both sides, or the correction of the one
 * that it has. Throws `bad-input` for a match and sides that do not fit the draw, and for a side with a
 * deleted team that has no result yet.
 */
export const validateAndBuildMatchWrite = async (
  tx: Db,
  event: DrawnEvent,
  match: number,
  [one, other]: readonly [SideValues, SideValues],
  { at, reason }: { at?: string; reason?: string } = {},
): Promise<WriteOf<'match'>> => {
  const { ruleSet, draw } = event.rules
  if (!ruleSet || !hasMatchRules(ruleSet) || !draw)
    throw new AppError('bad-input', [{ field: 'sides', code: 'not-drawn' }])
  const problem = findMatchSidesProblem(ruleSet, draw, match, [one.side, other.side])
  if (problem) throw new AppError('bad-input', [problem])
  const sheets = [one, other].map(({ side, values }, nth) => {
    const opponent = nth === 0 ? other : one
    const isWalkover = opponent.values[disqualifiedKey] === true && values[disqualifiedKey] !== true
    return { side, nth, values: isWalkover ? fillRequiredFieldsWithMinimum(ruleSet, values) : values }
  })
  const newest = await mapNewestAttemptIdsOfMatchByEntry(tx, event.id, match)
  const added: NewAttempt[] = []
  const corrected: Omit<WriteOf<'correct'>, 'kind'>[] = []
  for (const { side, nth, values } of sheets)
    for (const entryId of draw.sides[side] ?? []) {
      const teamId = event.drawnTeams?.get(entryId)
      const attemptId = newest.get(entryId)
      if (attemptId !== undefined)
        corrected.push({
          entryId,
          attemptId,
          attempt: { mission: match, values, ...(reason ? { reason } : {}) },
        })
      else if (teamId)
        added.push({
          participant: { teamId },
          attempt: { mission: match, score: 0, timeMs: 0, values, ...(at ? { at } : {}) },
        })
      else throw new AppError('bad-input', [{ field: `sides.${nth}.side`, code: 'not-drawn' }])
    }
  return { kind: 'match', added, corrected }
}

/**
 * Stores a draw, or with the same sides who has withdrawn since, computes all entries by it, and adds it to
 * the score log. `entries` are those of a new draw. Call it in the transaction of `runScoreTransactionWithFreeze`.
 * Throws `draw-frozen` and `withdrawal-frozen`, because visitors would see which results the freeze hides, and
 * `results-final`.
 */
export const saveDrawAndTotalsWithScoreLog = async (
  tx: Db,
  event: ScoredEvent,
  draw: EventDraw,
  entries: readonly { entryId: string; teamId: string }[] | undefined,
  actor: Actor,
): Promise<void> => {
  const { id: eventId, isFrozen, areResultsFinal, rules } = event
  if (isFrozen) throw new AppError(entries ? 'draw-frozen' : 'withdrawal-frozen')
  if (areResultsFinal) throw new AppError('results-final')
  const before = await readEventDrawForLog(tx, eventId)
  if (entries) await upsertDrawAndReplaceEntries(tx, eventId, draw, entries)
  else await updateWithdrawnEntries(tx, eventId, draw.withdrawn)
  await updateTotalsOrDeleteEntries(tx, eventId, await listEntryIdsWithAttemptsOfEvent(tx, eventId), {
    ...rules,
    draw,
  })
  event.changedTags.add(`scores:${eventId}`)
  const change = toEventScoreLogChange({ draw: before }, { draw: await readEventDrawForLog(tx, eventId) })
  event.logRows.push({ context: { kind: 'draw', actorId: actor.userId, source: 'admin' }, changes: [change] })
}
