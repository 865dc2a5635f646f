import type { MatchTime, Tournament, TournamentMatch } from '#contract/event/matches/match.schema.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import {
  explainOrderOfTwoGroupSides,
  type TournamentExplanation,
} from '#contract/event/scoring/match-explanation.ts'
import type {
  GroupState,
  PairedSide,
  PairingState,
  TournamentState,
} from '#contract/event/scoring/match-pairings.ts'
import type { MatchResult, MatchRuleSet } from '#contract/event/scoring/match-result.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import type { Db } from '#server/platform/db/open.ts'
import { mapMatchTimesOfEventByNumber } from '../schedule/service.ts'
import { computeEventTournament } from '../scores/service.ts'

/** A tournament as it is read: its state is null before the draw. */
export type TournamentWithTimes = {
  state: TournamentState | null
  drawnAt: string | null
  teamsByEntryId: ReadonlyMap<string, { id: string; teamNo: number; name: string; schoolName: string }>
  times: ReadonlyMap<number, MatchTime>
}

/**
 * Reads the tournament of an event from the ranking of visitors or administrators, with the places of its
 * matches in the schedule.
 */
export const readGroupsAndMatchesWithTimes = async (
  db: Db,
  event: { id: string; ruleSet: RuleSet | null },
  source: Parameters<typeof computeEventTournament>[2],
): Promise<TournamentWithTimes> => {
  const found = await computeEventTournament(db, event, source)
  if (!found) return { state: null, drawnAt: null, teamsByEntryId: new Map(), times: new Map() }
  return {
    state: found.state,
    drawnAt: found.drawnAt.toISOString(),
    teamsByEntryId: new Map(
      [...found.teamsByEntryId].map(([entryId, { id, ...team }]) => [entryId, { id: id ?? '', ...team }]),
    ),
    times: await mapMatchTimesOfEventByNumber(db, event.id),
  }
}

const toSideNumber = (side: PairedSide): number | null => side ?? null

/** Finds the label of a field of the score sheet; a field that was removed keeps its key. */
const findLabel = ({ groups }: MatchRuleSet, key: string) =>
  groups[0]?.fields.find((field) => field.key === key)?.label ?? { en: key, ar: key }

/** Builds the result of a match as a reply has it. */
export const buildMatchResultForReply = (
  ruleSet: MatchRuleSet,
  result: MatchResult,
): NonNullable<TournamentMatch['result']> => {
  const { scores, fields, winner, isWalkover, haveBothLost, decidedBy } = result
  return {
    scores: [scores[0], scores[1]],
    winner,
    isWalkover,
    haveBothLost,
    decidedBy:
      decidedBy === null
        ? null
        : {
            label: findLabel(ruleSet, decidedBy),
            values: [fields[0][decidedBy] ?? 0, fields[1][decidedBy] ?? 0],
          },
  }
}

const buildPairing = (
  ruleSet: MatchRuleSet,
  { part, sources, sides, matches, winner }: PairingState,
  times: TournamentWithTimes['times'],
): Tournament['pairings'][number] => {
  const buildSide = (nth: 0 | 1) => ({
    source: sources[nth],
    side: toSideNumber(sides[nth]),
    isOpen: sides[nth] === undefined,
  })
  return {
    part,
    sides: [buildSide(0), buildSide(1)],
    matches: matches.map(({ number, result, isNeeded }) => ({
      number,
      result: result ? buildMatchResultForReply(ruleSet, result) : null,
      isNeeded,
      time: times.get(number) ?? null,
    })),
    winner: toSideNumber(winner),
  }
}

/** Counts the places from 1 on that enter a knock-out. */
const countAdvancingPlaces = ({ knockOuts }: MatchRules): number =>
  Math.max(0, ...knockOuts.map(({ places }) => (places?.from === 1 ? places.to : 0)))

const buildRows = (
  state: TournamentState,
  group: number,
  rows: GroupState['rows'],
  describeReason: (explanation: TournamentExplanation) => string,
): Tournament['groups'][number]['rows'] => {
  const { standing } = state.input.ruleSet.matches
  return rows.map((row, at) => {
    const { key: _, fields, ...sums } = row
    const next = rows[at + 1]
    // before their first match, the order of two sides has no reason
    const canBeExplained = next !== undefined && row.played + next.played > 0
    return {
      ...sums,
      fields: standing.flatMap((key) => (key.of === 'field' ? (fields[key.field] ?? 0) : [])),
      reason: canBeExplained ? describeReason(explainOrderOfTwoGroupSides(state, group, [row, next])) : null,
    }
  })
}

/**
 * Builds the groups, pairings and results of an event. `describeReason` writes why a side is ahead of the
 * next one.
 */
export const buildTournamentReply = (
  { state, drawnAt, teamsByEntryId, times }: TournamentWithTimes,
  describeReason: (ruleSet: MatchRuleSet, explanation: TournamentExplanation) => string,
): Tournament => {
  if (!state)
    return {
      drawnAt,
      randomSeed: null,
      hasLegs: false,
      fields: [],
      sides: [],
      groups: [],
      knockOuts: [],
      pairings: [],
    }
  const { ruleSet, draw } = state.input
  const rules = ruleSet.matches
  return {
    drawnAt,
    randomSeed: draw.randomSeed,
    hasLegs: rules.groups?.legs === 2,
    fields: rules.standing.flatMap((key) =>
      key.of === 'field' ? { label: findLabel(ruleSet, key.field) } : [],
    ),
    sides: draw.sides.map((entryIds, side) => ({
      teams: entryIds.map((entryId) => {
        const { id = '', teamNo = 0, name = '' } = teamsByEntryId.get(entryId) ?? {}
        return { id, teamNo, name, isWithdrawn: state.input.withdrawn?.has(entryId) ?? false }
      }),
      isWithdrawn: state.withdrawn.has(side),
    })),
    groups: state.groups.map(({ rows, isComplete }, group) => ({
      rows: buildRows(state, group, rows, (explanation) => describeReason(ruleSet, explanation)),
      isComplete,
      advancingPlaces: countAdvancingPlaces(rules),
    })),
    knockOuts: rules.knockOuts.map(({ label, bestOf, best }) => ({
      label,
      bestOf,
      bestPlace: best?.place ?? null,
    })),
    pairings: state.pairings.map((pairing) => buildPairing(ruleSet, pairing, times)),
  }
}
