import { badgeCodeLength, listPossibleCodesOfTypedText } from '#contract/event/judging/judge-code.ts'
import { normalizeSearchText } from '#contract/platform/search-form.ts'
import { cleanText } from '#contract/platform/text.ts'

type SearchableTeam = { teamNo: number; name: string; schoolName: string; badgeCode: string }

/**
 * Returns the teams that match a search by number, name, school or complete badge code; a number finds the
 * team with exactly this number first.
 */
export const searchEventTeams = <T extends SearchableTeam>(teams: readonly T[], search: string): T[] => {
  const wanted = normalizeSearchText(cleanText(search, 'name'))
  if (wanted === '') return [...teams]
  const isNumber = (team: T) => String(team.teamNo) === wanted
  const badgeCodes = listPossibleCodesOfTypedText(search, badgeCodeLength)
  const matches = teams.filter(
    (team) =>
      isNumber(team) ||
      badgeCodes.includes(team.badgeCode) ||
      normalizeSearchText(cleanText(`${team.name} ${team.schoolName}`, 'name')).includes(wanted),
  )
  return matches.toSorted((a, b) => Number(isNumber(b)) - Number(isNumber(a)))
}

/** Tells whether a search is the code of a badge, and finds no team by its number, name or school. */
export const areTeamsFoundByBadgeCodeOnly = (
  found: readonly Pick<SearchableTeam, 'badgeCode'>[],
  search: string,
): boolean => {
  const badgeCodes = listPossibleCodesOfTypedText(search, badgeCodeLength)
  return badgeCodes.length > 0 && found.every(({ badgeCode }) => badgeCodes.includes(badgeCode))
}
