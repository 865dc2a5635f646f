import type { RuleSet } from '#contract/rule-set.schema.ts'
import type { PairingState, TournamentState } from '#contract/rules/match-pairings.ts'
import type { Db } from '#server/db/open.ts'
import { hasMatchSlots, updateSlotsOfMatches } from '../write/queries-match-slots.ts'
import { readTournamentState } from './queries-tournament.ts'

/** The matches of an event. `sides` has the ids of the teams of each side. */
export type DrawnMatches = { pairings: readonly PairingState[]; sides: readonly (readonly string[])[] }
type Tournament = { state: TournamentState; teamsByEntryId: ReadonlyMap<string, { id: string | null }> }

/** Returns the matches of a tournament with the ids of their teams; none before the draw. A deleted team is left out. */
export const toDrawnMatches = (tournament: Tournament | undefined): DrawnMatches => {
  if (!tournament) return { pairings: [], sides: [] }
  const { state, teamsByEntryId } = tournament
  const sides = state.input.draw.sides.map((entryIds) => entryIds.flatMap((entryId) => teamsByEntryId.get(entryId)?.id ?? []))
  return { pairings: state.pairings, sides }
}

/** Lists the ids of the teams of each match whose sides are both known, by its number, without matches that are not needed. */
export const listTeamsByMatch = ({ pairings, sides }: DrawnMatches): Map<number, string[]> =>
  new Map(
    pairings.flatMap((pairing) => {
      const known = pairing.sides.flatMap((side) => (typeof side === 'number' ? [sides[side] ?? []] : []))
      const needed = pairing.matches.filter(({ isNeeded }) => isNeeded)
      return known.length < 2 ? [] : needed.map(({ number }) => [number, known.flat()] as const)
    }),
  )

/**
 * Gives the teams of an event with matches the slots of the matches that they play now. Returns whether a slot changed. Do not call it while the ranking is frozen, because
 * slots would tell who won a hidden match.
 */
export const updateSlotsOfDrawnMatches = async (tx: Db, event: { id: string; ruleSet: RuleSet | null }): Promise<boolean> => {
  if (!event.ruleSet?.matches || !(await hasMatchSlots(tx, event.id))) return false
  return updateSlotsOfMatches(tx, event.id, listTeamsByMatch(toDrawnMatches(await readTournamentState(tx, event, 'current'))))
}
