/**
 * Maximum numbers of a draw and of its matches; texts in characters. A schedule has a round for each match.
 */
export const matchDrawLimits = { sides: 128, teamsPerSide: 3, matches: 200, reason: 500 } as const

/** The path of the page of the matches of an event; with a team, its matches are shown first. */
export const getMatchesPagePath = (slug: string, teamNo?: number): string =>
  `/events/${slug}/matches/${teamNo === undefined ? '' : `?team=${teamNo}`}`
