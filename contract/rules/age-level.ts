import type { Competition } from '#contract/competition.ts'
import { type AgeLevel, ageLevels } from '#contract/team.fields.ts'

/** Ages in whole years, both included; null is no limit. */
export type AgeRange = { min: number | null; max: number | null }

/**
 * The ages at which neighbouring levels meet (World Robot Olympiad, general rules: Elementary 8 to 12, Junior 11 to 15, Senior 14 to 19). The lowest and the
 * highest age are those of the competition.
 */
const levelAges: Record<AgeLevel, AgeRange> = {
  elementary: { min: null, max: 12 },
  junior: { min: 11, max: 15 },
  senior: { min: 14, max: null },
}

const pickLimit = (choose: (...ages: number[]) => number, one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : choose(one, other)

/** Lists the levels of a competition with their ages. A level is left out when the competition takes nobody of its ages. */
export const listLevelAges = ({ minAge, maxAge }: Pick<Competition, 'minAge' | 'maxAge'>): (AgeRange & { level: AgeLevel })[] =>
  ageLevels.flatMap((level) => {
    const min = pickLimit(Math.max, levelAges[level].min, minAge)
    const max = pickLimit(Math.min, levelAges[level].max, maxAge)
    return min !== null && max !== null && min > max ? [] : [{ level, min, max }]
  })

const isInRange = (age: number, { min, max }: AgeRange) => (min === null || age >= min) && (max === null || age <= max)

/** Lists the levels that fit an age, which is the age that a member turns in the year of the season. */
export const listFittingLevels = (age: number, competition: Pick<Competition, 'minAge' | 'maxAge'>): AgeLevel[] =>
  listLevelAges(competition).flatMap((range) => (isInRange(age, range) ? [range.level] : []))
