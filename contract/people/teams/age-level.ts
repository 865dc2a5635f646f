import type { Competition } from '#contract/event/competition.schema.ts'
import type { AgeLevel } from '#contract/people/teams/team.fields.ts'
import type { TeamSubmission } from '#contract/people/teams/team.schema.ts'
import { getAgeInSeasonYear, isIsoDate } from './age.ts'

/** Ages in whole years, both included; null is no limit. */
export type AgeRange = { min: number | null; max: number | null }

/**
 * The ages at which neighbouring levels meet (World Robot Olympiad, general rules: Elementary 8 to 12, Junior
 * 11 to 15, Senior 14 to 19). The lowest and the highest age are those of the competition.
 */
const levelAges: Record<AgeLevel, AgeRange> = {
  elementary: { min: null, max: 12 },
  junior: { min: 11, max: 15 },
  senior: { min: 14, max: null },
}

const pickLimit = (choose: (...ages: number[]) => number, one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : choose(one, other)

/** Lists the levels of a competition with their ages. A level without ages of the competition is left out. */
export const listLevelsWithAgeRanges = ({
  minAge,
  maxAge,
}: Pick<Competition, 'minAge' | 'maxAge'>): (AgeRange & { level: AgeLevel })[] =>
  (Object.keys(levelAges) as AgeLevel[]).flatMap((level) => {
    const min = pickLimit(Math.max, levelAges[level].min, minAge)
    const max = pickLimit(Math.min, levelAges[level].max, maxAge)
    return min !== null && max !== null && min > max ? [] : [{ level, min, max }]
  })

const isInRange = (age: number, { min, max }: AgeRange) =>
  (min === null || age >= min) && (max === null || age <= max)

/** Lists the levels that fit an age, which is the age that a member turns in the year of the season. */
export const listLevelsForAge = (
  age: number,
  competition: Pick<Competition, 'minAge' | 'maxAge'>,
): AgeLevel[] =>
  listLevelsWithAgeRanges(competition).flatMap((range) => (isInRange(age, range) ? [range.level] : []))

/**
 * The problem of a member whose age does not fit the level of the team; the code names the levels that fit.
 */
export type AgeLevelProblem = {
  field: string
  code: 'fits-elementary' | 'fits-elementary-junior' | 'fits-junior' | 'fits-junior-senior' | 'fits-senior'
}

/** What a registered team has stored: its level, and the dates of birth of its members by their ids. */
export type StoredAges = { ageLevel: AgeLevel; birthDates: ReadonlyMap<string, string | null> }

/**
 * Finds the members whose age in the year of the season does not fit the level of the team. Members outside
 * the ages of the competition are left out, because they have another problem. A registered member is checked
 * only when the date of birth or the level changes, so that older teams stay editable.
 */
export const listChangedAgeLevelProblems = (
  {
    ageLevel,
    members,
  }: Pick<TeamSubmission, 'ageLevel'> & {
    members: readonly { id?: string | undefined; birthDate: string | null }[]
  },
  competition: Pick<Competition, 'minAge' | 'maxAge'>,
  seasonYear: number,
  stored?: StoredAges,
): AgeLevelProblem[] =>
  members.flatMap(({ id, birthDate }, at) => {
    if (birthDate === null || !isIsoDate(birthDate)) return []
    const isUnchanged =
      stored?.ageLevel === ageLevel && id !== undefined && stored.birthDates.get(id) === birthDate
    const levels = listLevelsForAge(getAgeInSeasonYear(birthDate, seasonYear), competition)
    if (isUnchanged || levels.length === 0 || levels.includes(ageLevel)) return []
    return [{ field: `members.${at}.birthDate`, code: `fits-${levels.join('-')}` as AgeLevelProblem['code'] }]
  })
