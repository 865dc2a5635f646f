/**
 * Maximum numbers of a draw and of its matches; texts in characters. All sides can meet in groups of eight,
 * twice. A match is a round of the schedule and the `mission` of an attempt, so their numbers have the same
 * limit.
 */
export const matchDrawLimits = { sides: 128, teamsPerSide: 3, matches: 1_000, reason: 500 } as const

/** The path of the page of the matches of an event; with a team, its matches are shown first. */
export const getMatchesPagePath = (slug: string, teamNo?: number): string =>
  `/events/${slug}/matches/${teamNo === undefined ? '' : `?team=${teamNo}`}`

/**
 * Whether a text has the form in which addresses name a part of a tournament: a group, a round of the groups,
 * a round of a knock-out, or its match for the third place.
 */
export const isTournamentPartName = (text: string): boolean =>
  /^(group-[A-Z]|round-[1-9]\d{0,2}|knockout-[1-9]-([1-9]|third))$/.test(text)
