import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type {
  FieldCondition,
  Panel,
  RoundGroup,
  RuleSet,
  RuleSetRound,
  ScoreSheetField,
  ScoreSheetFieldOf,
  ScoreSheetValues,
} from '#contract/event/scoring/rule-set.schema.ts'
import {
  type CalculationVersion,
  disqualifiedKey,
  judgeKey,
  newestCalculation,
} from '#contract/event/scoring/rule-set.ts'
import { hasAtMostThreeDecimals, roundToThousandths } from '#contract/platform/numbers.ts'

/** A round with its number (from 1, through all groups in order) and its group. */
export type NumberedRound = { number: number; round: RuleSetRound; group: RoundGroup }
/** What is wrong with a value of a score sheet. A limit has the unit of the value. */
export type SheetProblem = {
  field: string
  code:
    | 'required'
    | 'wrong-type'
    | 'too-small'
    | 'too-large'
    | 'bad-format'
    | 'unknown-value'
    | 'unexpected-field'
  values?: { limit: number }
}
/**
 * The result of a score sheet; `timeMs` is null where its rules have no time, and where the time was not
 * recorded. `isTimeOmitted` tells that it was not recorded because its condition does not hold: it then adds
 * nothing to a sum of times.
 */
export type SheetResult = { points: number; timeMs: number | null; isTimeOmitted?: true }

const toMatchRound = (group: RoundGroup, number: number): NumberedRound | undefined => {
  const [round] = group.rounds
  if (!round) return undefined
  const { en, ar } = round.label
  return {
    number,
    round: { key: `${round.key}${number}`, label: { en: `${en} ${number}`, ar: `${ar} ${number}` } },
    group,
  }
}

/**
 * Lists the matches that an event with matches can have: all have the only group, and its round with the
 * number of the match in its key and its name.
 */
const listMatchRounds = (group: RoundGroup): NumberedRound[] =>
  Array.from({ length: matchDrawLimits.matches }, (_, at) => toMatchRound(group, at + 1)).filter(
    (round) => round !== undefined,
  )

type Rounds = Pick<RuleSet, 'groups'> & { matches?: RuleSet['matches'] | undefined }
/** Lists the rounds of a rule set in order. In an event with matches each possible match is a round. */
export const listRoundsOrPossibleMatches = ({ groups, matches }: Rounds): NumberedRound[] =>
  matches
    ? groups.slice(0, 1).flatMap(listMatchRounds)
    : groups
        .flatMap((group) => group.rounds.map((round) => ({ round, group })))
        .map((round, at) => ({ ...round, number: at + 1 }))
/** Finds the round with a number. */
export const findRound = ({ groups, matches }: Rounds, number: number): NumberedRound | undefined => {
  if (matches) {
    const [group] = groups
    const isPossible = Number.isInteger(number) && number >= 1 && number <= matchDrawLimits.matches
    return group && isPossible ? toMatchRound(group, number) : undefined
  }
  let before = 0
  for (const group of groups) {
    const round = group.rounds[number - 1 - before]
    if (round) return { number, round, group }
    before += group.rounds.length
  }
  return undefined
}

/** Finds the name of a round; undefined without a rule set, and for a round that it does not have. */
export const findRoundLabel = (
  ruleSet: Pick<RuleSet, 'groups' | 'matches'> | null | undefined,
  number: number,
): RuleSetRound['label'] | undefined => (ruleSet ? findRound(ruleSet, number)?.round.label : undefined)

/** A round in which each judge of a panel fills in a sheet of a team. */
type PanelRound = NumberedRound & { panel: Panel }

/** Lists the rounds of panels of a rule set; none without a rule set. */
export const listPanelRounds = (ruleSet: Pick<RuleSet, 'groups'> | null): PanelRound[] =>
  ruleSet
    ? listRoundsOrPossibleMatches(ruleSet).flatMap((round) =>
        round.group.panel ? { ...round, panel: round.group.panel } : [],
      )
    : []

/**
 * Finds the round of a panel with a number; undefined for a round in which each attempt is a run of its own.
 */
export const findRoundIfPanelRound = (
  ruleSet: Pick<RuleSet, 'groups'> | null,
  number: number,
): PanelRound | undefined => {
  const round = ruleSet ? findRound(ruleSet, number) : undefined
  return round?.group.panel && { ...round, panel: round.group.panel }
}

/**
 * Returns a text that is the same for two sheets of one judge for a team in a round of a panel; undefined for a run,
 * of which a team can have several.
 */
export const getPanelSheetKey = (
  ruleSet: Pick<RuleSet, 'groups'> | null,
  { mission, values }: { mission: number; values?: ScoreSheetValues | null | undefined },
): string | undefined =>
  findRoundIfPanelRound(ruleSet, mission) ? `${mission} ${values?.[judgeKey]}` : undefined

/**
 * Counts the sheets that a panel still has to fill in for a team: as many as it has judges, without the
 * judges who are left out of the team. The sheet of a judge who was left out later fills no place.
 */
export const countMissingPanelSheets = (
  panel: Panel,
  judgeIds: readonly string[],
  recusedIds: readonly string[],
): number => {
  const recused = new Set(recusedIds)
  const present = new Set(judgeIds.filter((id) => !recused.has(id)))
  return Math.max(0, panel.judges - recused.size - present.size)
}

/** Tells whether the rounds of a group have a time. */
export const hasTimedRounds = (group: Pick<RoundGroup, 'fields'>): boolean =>
  group.fields.some((field) => field.kind === 'time' || ('timeMsPerUnit' in field && field.timeMsPerUnit > 0))

/**
 * Converts points or a measured value to integer thousandths, which add up without the errors of binary
 * fractions.
 */
const toThousandths = (value: number): number => Math.round(value * 1000)

/** Returns the largest value that a field accepts. */
export const getFieldMaxValue = (
  group: Pick<RoundGroup, 'timeLimitMs'>,
  field: ScoreSheetFieldOf<'count' | 'measure' | 'time'>,
): number =>
  roundToThousandths(
    field.kind === 'time' && group.timeLimitMs !== null ? Math.min(field.max, group.timeLimitMs) : field.max,
  )

/** Returns how often a condition on a field holds: the units of a count, otherwise 1 or 0. */
const countCondition = ({ field, option }: FieldCondition, values: ScoreSheetValues): number => {
  const value = values[field]
  if (typeof value === 'number') return Math.max(0, value)
  return value === true || (value !== undefined && value === option) ? 1 : 0
}

/** Returns the values of a score sheet without those of fields whose condition does not hold. */
export const omitValuesWithUnmetCondition = (
  { fields }: Pick<RoundGroup, 'fields'>,
  values: ScoreSheetValues,
): ScoreSheetValues => {
  if (!fields.some(({ onlyIf }) => onlyIf)) return values
  const counted = { ...values }
  for (const { key, onlyIf } of fields)
    if (onlyIf && countCondition(onlyIf, counted) === 0) delete counted[key]
  return counted
}

/** Returns true when the condition of a field holds, or it has none. */
export const isFieldConditionMet = (
  group: Pick<RoundGroup, 'fields'>,
  { onlyIf }: ScoreSheetField,
  values: ScoreSheetValues,
): boolean => !onlyIf || countCondition(onlyIf, omitValuesWithUnmetCondition(group, values)) > 0

/**
 * Rounds the numbers of a score sheet to three decimals. Numbers that have more stay as they are, and
 * `listSheetValueProblems` reports them.
 */
export const removeFloatErrorsFromSheetValues = (values: ScoreSheetValues): ScoreSheetValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'number' && hasAtMostThreeDecimals(value) ? roundToThousandths(value) : value,
    ]),
  )

const checkNumber = (
  group: RoundGroup,
  field: ScoreSheetFieldOf<'count' | 'measure' | 'time'>,
  value: number,
): SheetProblem[] => {
  const rounded = roundToThousandths(value)
  const [min, max] = [roundToThousandths(field.min), getFieldMaxValue(group, field)]
  const step = field.kind === 'time' ? 1 : field.step
  if (rounded < min) return [{ field: field.key, code: 'too-small', values: { limit: min } }]
  if (rounded > max) return [{ field: field.key, code: 'too-large', values: { limit: max } }]
  const isOnStep =
    (toThousandths(rounded) - toThousandths(min)) % toThousandths(step) === 0 && hasAtMostThreeDecimals(value)
  return isOnStep ? [] : [{ field: field.key, code: 'bad-format' }]
}

const checkFieldValue = (
  group: RoundGroup,
  field: ScoreSheetField,
  value: ScoreSheetValues[string] | undefined,
): SheetProblem[] => {
  const wrongType: SheetProblem[] = [{ field: field.key, code: 'wrong-type' }]
  if (value === undefined)
    return field.kind !== 'yesNo' && field.isRequired ? [{ field: field.key, code: 'required' }] : []
  if (field.kind === 'yesNo') return typeof value === 'boolean' ? [] : wrongType
  if (field.kind === 'choice') {
    if (typeof value !== 'string') return wrongType
    return field.options.some(({ key }) => key === value) ? [] : [{ field: field.key, code: 'unknown-value' }]
  }
  return typeof value === 'number' && Number.isFinite(value) ? checkNumber(group, field, value) : wrongType
}

/**
 * Checks the values of a score sheet. Returns its problems, none for a sheet that can be recorded. A
 * disqualified sheet may leave any field empty, because a disqualified attempt counts the same whatever its
 * sheet contains.
 */
export const listSheetValueProblems = (group: RoundGroup, values: ScoreSheetValues): SheetProblem[] => {
  const isDisqualified = values[disqualifiedKey]
  const problems = group.fields.flatMap((field) => {
    const found = checkFieldValue(
      group,
      field,
      Object.hasOwn(values, field.key) ? values[field.key] : undefined,
    )
    return isFieldConditionMet(group, field, values) ? found : found.filter(({ code }) => code !== 'required')
  })
  const judge = values[judgeKey]
  if (group.panel && (judge === undefined || judge === ''))
    problems.push({ field: judgeKey, code: 'required' })
  // the sheets of a former panel keep their judge
  if (judge !== undefined && typeof judge !== 'string') problems.push({ field: judgeKey, code: 'wrong-type' })
  const known = new Set([disqualifiedKey, judgeKey, ...group.fields.map(({ key }) => key)])
  for (const key of Object.keys(values))
    if (!known.has(key)) problems.push({ field: key, code: 'unexpected-field' })
  if (isDisqualified !== undefined && typeof isDisqualified !== 'boolean')
    problems.push({ field: disqualifiedKey, code: 'wrong-type' })
  return isDisqualified === true
    ? problems.filter(({ field, code }) => code !== 'required' || field === judgeKey)
    : problems
}

/**
 * Returns the number that a field's value counts as: units, milliseconds, 1 for yes, or the points of an
 * option. Undefined without a value.
 */
export const findFieldValueAsNumber = (
  field: ScoreSheetField,
  value: ScoreSheetValues[string] | undefined,
): number | undefined => {
  if (field.kind === 'yesNo') return value === true ? 1 : 0
  if (field.kind === 'choice') return field.options.find(({ key }) => key === value)?.points
  return typeof value === 'number' ? value : undefined
}

/** Returns the points of a field in thousandths. */
const computeFieldThousandths = (
  field: ScoreSheetField,
  value: ScoreSheetValues[string] | undefined,
): number => {
  const number = findFieldValueAsNumber(field, value)
  if (number === undefined || field.kind === 'time') return 0
  if (field.kind === 'choice') return toThousandths(number)
  return Math.round((toThousandths(number) * toThousandths(field.pointsPerUnit)) / 1000)
}

/** Returns the time that a field adds to its round in milliseconds. */
const computeFieldTimeMs = (field: ScoreSheetField, value: ScoreSheetValues[string] | undefined): number => {
  const number = findFieldValueAsNumber(field, value)
  if (number === undefined || field.kind === 'choice') return 0
  return field.kind === 'time' ? number : Math.round(Math.max(0, number) * field.timeMsPerUnit) + 0
}

/**
 * Multiplies points in thousandths by a factor so many times, and rounds each product. It ends early at
 * numbers that are larger than any points.
 */
export const multiplyThousandthsRepeatedly = (thousandths: number, factor: number, times: number): number => {
  let product = thousandths
  for (let nth = 0; nth < times && Number.isSafeInteger(product); nth++) {
    const next = Math.round((product * toThousandths(factor)) / 1000) + 0
    if (next === product) break
    product = next
  }
  return product
}

/**
 * Returns a result that a rule set states instead of a score sheet. Without a time it is the time limit of
 * the group, if the group has times.
 */
export const buildPrescribedSheetResult = (
  group: RoundGroup,
  { points, timeMs }: RuleSet['disqualification'],
): SheetResult => ({
  points,
  timeMs: hasTimedRounds(group) ? (timeMs ?? group.timeLimitMs) : null,
})

/**
 * Returns true when the sheet has a time, or its rules have no field for one, so that its time consists of
 * what other fields add.
 */
const isTimeRecorded = (group: RoundGroup, values: ScoreSheetValues): boolean => {
  const timeFields = group.fields.filter(({ kind }) => kind === 'time')
  return timeFields.length === 0 || timeFields.some(({ key }) => typeof values[key] === 'number')
}

/** Tells whether a group can have sheets whose time its conditions leave out. */
export const canConditionsOmitTime = ({ fields }: Pick<RoundGroup, 'fields'>): boolean => {
  const timeFields = fields.filter(({ kind }) => kind === 'time')
  return timeFields.length > 0 && timeFields.every(({ onlyIf }) => onlyIf)
}

/** Tells whether the conditions of all times of a sheet do not hold. */
const isTimeOmitted = (group: RoundGroup, values: ScoreSheetValues): boolean =>
  canConditionsOmitTime(group) &&
  group.fields.every((field) => field.kind !== 'time' || !isFieldConditionMet(group, field, values))

/**
 * Computes the points and the time of a score sheet of a group. A time that was not recorded is missing, in
 * the first version of the calculation 0.
 */
export const computeSheetPointsAndTime = (
  ruleSet: Pick<RuleSet, 'disqualification'>,
  group: RoundGroup,
  values: ScoreSheetValues,
  calculation: CalculationVersion = newestCalculation,
): SheetResult => {
  if (values[disqualifiedKey] === true) return buildPrescribedSheetResult(group, ruleSet.disqualification)
  const counted = omitValuesWithUnmetCondition(group, values)
  const thousandths = new Map(
    group.fields.map((field) => [field.key, computeFieldThousandths(field, counted[field.key])]),
  )
  for (const condition of group.factors ?? []) {
    const times = countCondition(condition, counted)
    for (const key of condition.fields)
      thousandths.set(key, multiplyThousandthsRepeatedly(thousandths.get(key) ?? 0, condition.factor, times))
  }
  let sum = [...thousandths.values()].reduce((total, points) => total + points, 0)
  for (const { fields, maxPoints } of group.caps) {
    const capped = fields.reduce((total, key) => total + (thousandths.get(key) ?? 0), 0)
    sum -= Math.max(0, capped - toThousandths(maxPoints))
  }
  if (group.maxPoints !== null) sum = Math.min(sum, toThousandths(group.maxPoints))
  if (group.minPoints !== null) sum = Math.max(sum, toThousandths(group.minPoints))
  const timeMs = group.fields.reduce(
    (total, field) => total + computeFieldTimeMs(field, counted[field.key]),
    0,
  )
  const hasTime = hasTimedRounds(group) && (calculation === 1 || isTimeRecorded(group, counted))
  const result = { points: sum / 1000, timeMs: hasTime ? Math.max(0, timeMs) : null }
  return calculation >= 3 && !hasTime && isTimeOmitted(group, values)
    ? { ...result, isTimeOmitted: true }
    : result
}
