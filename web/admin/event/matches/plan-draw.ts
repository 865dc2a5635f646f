import type { AdminMatches, DrawMatchesRequest } from '#contract/event/matches/match.schema.ts'

/** A team in the form of the draw. `side` is the number of its alliance, null when it is not drawn. */
export type DrawTeam = { id: string; isDrawn: boolean; side: number | null }

/**
 * Lists the teams of an event as the form of the draw starts: in the order of the earlier draw, then those
 * that were not drawn.
 */
export const createInitialDrawTeams = (
  { tournament, teams }: Pick<AdminMatches, 'tournament' | 'teams'>,
  teamsPerSide: number,
): DrawTeam[] => {
  const drawn = tournament.sides.flatMap((side, at) =>
    side.teams
      .filter(({ id }) => teams.some((team) => team.id === id))
      .map(({ id }) => ({ id, isDrawn: true, side: at + 1 })),
  )
  const others = teams.filter(({ id }) => !drawn.some((team) => team.id === id))
  const isFirstDraw = tournament.sides.length === 0
  const rest = others.map(({ id }) => ({ id, isDrawn: isFirstDraw, side: null }))
  return isFirstDraw && teamsPerSide > 1
    ? rest.map((team) => ({ ...team, isDrawn: false }))
    : [...drawn, ...rest]
}

/** Puts the teams into alliances in their order. Teams that are left over are not drawn. */
export const assignTeamsToSidesInOrder = (teams: readonly DrawTeam[], teamsPerSide: number): DrawTeam[] => {
  const sideCount = Math.floor(teams.length / teamsPerSide)
  return teams.map((team, at) => {
    const side = Math.floor(at / teamsPerSide) + 1
    return side <= sideCount ? { ...team, isDrawn: true, side } : { ...team, isDrawn: false, side: null }
  })
}

/**
 * Lists the sides of the draw, the strongest first: each drawn team, or the teams of each alliance in the
 * order of their numbers.
 */
export const listDrawnTeamIdsBySide = (teams: readonly DrawTeam[], teamsPerSide: number): string[][] => {
  const drawn = teams.filter(({ isDrawn }) => isDrawn)
  if (teamsPerSide === 1) return drawn.map(({ id }) => [id])
  const numbers = [...new Set(drawn.flatMap(({ side }) => side ?? []))].toSorted((a, b) => a - b)
  return numbers.map((number) => drawn.filter(({ side }) => side === number).map(({ id }) => id))
}

/** Names a side of the draw by its teams, so that its group stays when sides are moved. */
export const toSideKey = (side: readonly string[]): string => side.join()

/**
 * Builds the request of a draw. `groupBySide` has the positions of groups that were drawn by hand, by
 * `toSideKey`.
 */
export const buildDrawRequest = (
  sides: string[][],
  groupBySide: ReadonlyMap<string, number> | null,
  groupCount: number,
): DrawMatchesRequest => {
  if (!groupBySide) return { sides }
  const groups = Array.from({ length: groupCount }, (_, group) =>
    sides.flatMap((side, at) => (groupBySide.get(toSideKey(side)) === group ? [at] : [])),
  )
  return { sides, groups }
}
