import type {
  FieldCondition,
  RoundGroup,
  RuleRankingKey,
  RuleSet,
  ScoreSheetChoice,
  ScoreSheetField,
} from '#contract/event/scoring/rule-set.schema.ts'
import {
  type MissingRoundKind,
  type PanelCombination,
  type RoundCombination,
  reservedFieldKeys,
  ruleSetLimits,
  type ScoreSheetFieldKind,
} from '#contract/event/scoring/rule-set.ts'
import {
  getRoundCombinationChoice,
  isNextBestRoundKey,
  type RoundCombinationChoice,
} from '#contract/event/scoring/rule-set-explanation.ts'
import { hasTimedRounds } from '#contract/event/scoring/rule-set-sheet.ts'
import type { Language } from '#i18n/languages.ts'
import { removeFieldFromMatchRules, renameFieldInMatchRules } from './edit-match-rules.ts'

/**
 * Proposes a key from an English label that none of `takenKeys` is equal to, an empty text for a label
 * without Latin letters.
 */
export const proposeUnusedKey = (label: string, takenKeys: readonly string[]): string => {
  const base = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, ruleSetLimits.key - 4)
    .replace(/_+$/, '')
  if (base === '') return ''
  let key = base
  for (let number = 2; takenKeys.includes(key); number++) key = `${base}_${number}`
  return key
}

/**
 * Returns the key after a change of the English label: a proposed key follows the label, a key of recorded
 * attempts or of the user stays.
 */
export const getKeyAfterLabelChange = (
  item: { key: string; label: { en: string } },
  label: string,
  takenKeys: readonly string[],
  isKeyInUse: boolean,
): string => {
  const isProposed =
    item.key === '' || item.label.en === '' || item.key === proposeUnusedKey(item.label.en, takenKeys)
  return isProposed && !isKeyInUse ? proposeUnusedKey(label, takenKeys) || item.key : item.key
}

/** Lists the keys that a field of a group cannot have. */
export const listUnavailableFieldKeys = (group: RoundGroup, fieldAt: number): string[] => [
  ...reservedFieldKeys,
  ...group.fields.flatMap(({ key }, at) => (at === fieldAt ? [] : [key])),
]

/** Moves an item of a list to another position. */
export const moveItem = <T>(items: readonly T[], from: number, to: number): T[] => {
  const moved = items.toSpliced(from, 1)
  return moved.toSpliced(to, 0, ...items.slice(from, from + 1))
}

const emptyLabel = { en: '', ar: '' }

/** Creates an empty field of a kind. */
export const createEmptySheetField = (kind: ScoreSheetFieldKind): ScoreSheetField => {
  const common = { key: '', label: emptyLabel, isPenalty: false }
  const countable = { pointsPerUnit: 1, timeMsPerUnit: 0 }
  switch (kind) {
    case 'count':
      return { ...common, ...countable, kind, isRequired: true, min: 0, max: 10, step: 1 }
    case 'measure':
      return { ...common, ...countable, kind, isRequired: true, min: 0, max: 100, step: 0.001 }
    case 'time':
      return { ...common, kind, isRequired: true, min: 0, max: 180_000 }
    case 'yesNo':
      return { ...common, ...countable, kind }
    case 'choice':
      return { ...common, kind, isRequired: true, options: [createEmptyChoiceOption()] }
  }
}
/** Creates an empty option of a choice. */
export const createEmptyChoiceOption = (): ScoreSheetChoice => ({ key: '', label: emptyLabel, points: 0 })

/** Changes the kind of a field, and keeps its key, its label and what both kinds have. */
export const convertSheetFieldToKind = (
  field: ScoreSheetField,
  kind: ScoreSheetFieldKind,
): ScoreSheetField => {
  const { key, label, isPenalty, onlyIf } = field
  const common = { key, label, isPenalty, ...(onlyIf ? { onlyIf } : {}) }
  const isRequired = 'isRequired' in field ? { isRequired: field.isRequired } : {}
  const points =
    'pointsPerUnit' in field ? { pointsPerUnit: field.pointsPerUnit, timeMsPerUnit: field.timeMsPerUnit } : {}
  const created = createEmptySheetField(kind)
  if (created.kind === 'yesNo') return { ...created, ...common, ...points }
  if (created.kind === 'choice' || created.kind === 'time') return { ...created, ...common, ...isRequired }
  return { ...created, ...common, ...isRequired, ...points }
}

const replaceGroup = (ruleSet: RuleSet, at: number, group: RoundGroup): RuleSet => ({
  ...ruleSet,
  groups: ruleSet.groups.with(at, group),
})

/** Returns the rule set without the ranking keys that `isRemoved` names, with the total when none remains. */
const removeRankingKeys = (
  ruleSet: RuleSet,
  isRemoved: (key: RuleSet['rankingKeys'][number]) => boolean,
): RuleSet => {
  const rankingKeys = ruleSet.rankingKeys.filter((key) => !isRemoved(key))
  return {
    ...ruleSet,
    rankingKeys: rankingKeys.length > 0 ? rankingKeys : [{ of: 'total', value: 'points', order: 'high' }],
  }
}

/**
 * Returns the rule set with the sum of places of a group as its first ranking key, unless it has it already.
 * `before` is the former key of the group.
 */
const addPlacesKey = (ruleSet: RuleSet, group: string, before: string | undefined): RuleSet =>
  ruleSet.rankingKeys.some(
    (key) => key.of === 'group' && key.value === 'places' && (key.group === group || key.group === before),
  )
    ? ruleSet
    : {
        ...ruleSet,
        rankingKeys: [
          { of: 'group', group, value: 'places', nth: null, order: 'low' },
          ...ruleSet.rankingKeys,
        ],
      }

/**
 * Replaces a group. The ranking keys follow a change of its key, and of whether its panel ranks by places.
 */
export const replaceGroupAndReferences = (ruleSet: RuleSet, at: number, group: RoundGroup): RuleSet => {
  const before = ruleSet.groups[at]?.key
  const isSumOfPlaces = group.panel?.combine === 'sumOfPlaces'
  const next = isSumOfPlaces
    ? addPlacesKey(replaceGroup(ruleSet, at, group), group.key, before)
    : removeRankingKeys(
        replaceGroup(ruleSet, at, group),
        (key) =>
          key.of === 'group' && key.value === 'places' && (key.group === before || key.group === group.key),
      )
  if (before === group.key) return next
  const rankingKeys = ruleSet.rankingKeys.map((key) =>
    key.of !== 'total' && key.group === before ? { ...key, group: group.key } : key,
  )
  return { ...next, rankingKeys }
}

/**
 * Replaces a field. Conditions, factors, limits, ranking keys and the rules of matches follow a change of its
 * key.
 */
export const replaceFieldAndReferences = (
  ruleSet: RuleSet,
  groupAt: number,
  fieldAt: number,
  field: ScoreSheetField,
): RuleSet => {
  const group = ruleSet.groups[groupAt]
  const before = group?.fields[fieldAt]?.key
  if (!group || before === undefined) return ruleSet
  const replaced = group.fields.with(fieldAt, field)
  if (before === field.key || before === '')
    return replaceGroup(ruleSet, groupAt, { ...group, fields: replaced })
  const rename = (key: string) => (key === before ? field.key : key)
  const fields = replaced.map((each) =>
    each.onlyIf ? toFieldWithCondition(each, { ...each.onlyIf, field: rename(each.onlyIf.field) }) : each,
  )
  const factors = (group.factors ?? []).map((factor) => ({
    ...factor,
    field: rename(factor.field),
    fields: factor.fields.map(rename),
  }))
  const caps = group.caps.map((cap) => ({ ...cap, fields: cap.fields.map(rename) }))
  const rankingKeys = ruleSet.rankingKeys.map((key) =>
    key.of === 'field' && key.group === group.key && key.field === before
      ? { ...key, field: field.key }
      : key,
  )
  const next = {
    ...replaceGroup(ruleSet, groupAt, replacePointsFactors({ ...group, fields, caps }, factors)),
    rankingKeys,
  }
  return next.matches ? { ...next, matches: renameFieldInMatchRules(next.matches, before, field.key) } : next
}

/** Removes a field with its conditions, factors, limits and ranking keys, and from the rules of matches. */
export const removeFieldAndReferences = (ruleSet: RuleSet, groupAt: number, fieldAt: number): RuleSet => {
  const group = ruleSet.groups[groupAt]
  const removed = group?.fields[fieldAt]
  if (!group || !removed) return ruleSet
  const caps = group.caps
    .map((cap) => ({ ...cap, fields: cap.fields.filter((key) => key !== removed.key) }))
    .filter(({ fields }) => fields.length > 0)
  const fields = group.fields
    .toSpliced(fieldAt, 1)
    .map((field) => (field.onlyIf?.field === removed.key ? toFieldWithCondition(field, undefined) : field))
  const factors = (group.factors ?? [])
    .filter((factor) => factor.field !== removed.key)
    .map((factor) => ({ ...factor, fields: factor.fields.filter((key) => key !== removed.key) }))
    .filter((factor) => factor.fields.length > 0)
  const replaced = replaceGroup(ruleSet, groupAt, replacePointsFactors({ ...group, fields, caps }, factors))
  const next = replaced.matches
    ? { ...replaced, matches: removeFieldFromMatchRules(replaced.matches, removed.key) }
    : replaced
  return removeRankingKeys(
    next,
    (key) => key.of === 'field' && key.group === group.key && key.field === removed.key,
  )
}

/** Removes a group with its ranking keys. */
export const removeGroupAndRankingKeys = (ruleSet: RuleSet, at: number): RuleSet => {
  const removed = ruleSet.groups[at]?.key
  return removeRankingKeys(
    { ...ruleSet, groups: ruleSet.groups.toSpliced(at, 1) },
    (key) => key.of !== 'total' && key.group === removed,
  )
}

/**
 * Adds rounds to a group, or removes its last ones with the ranking keys that compare them. New rounds are
 * numbered.
 */
export const setGroupRoundCountAndReferences = (
  ruleSet: RuleSet,
  groupAt: number,
  count: number,
): RuleSet => {
  const group = ruleSet.groups[groupAt]
  if (!group || !Number.isInteger(count) || count < 1 || count > ruleSetLimits.rounds) return ruleSet
  const rounds = group.rounds.slice(0, count)
  const taken = ruleSet.groups
    .flatMap((each) => (each === group ? rounds : each.rounds))
    .map(({ key }) => key)
  while (rounds.length < count) {
    const number = rounds.length + 1
    let key = `${group.key || 'round'}${number}`
    for (let other = number + 1; taken.includes(key); other++) key = `${group.key || 'round'}${other}`
    taken.push(key)
    rounds.push({
      key,
      label: { en: `${group.label.en} ${number}`.trim(), ar: `${group.label.ar} ${number}`.trim() },
    })
  }
  const { countedRounds, ...others } = group
  const next = replaceGroup(ruleSet, groupAt, {
    ...others,
    rounds,
    ...(countedRounds === undefined ? {} : { countedRounds: Math.min(countedRounds, count) }),
  })
  const { choice, number } = getRoundCombinationChoice(ruleSet, group)
  return choice === 'bestThenNext' && number > count ? setComparedRoundCount(next, group, count) : next
}

/** Adds an empty group with one round and one field. */
export const addEmptyRoundGroup = (ruleSet: RuleSet): RuleSet => {
  const groupKeys = ruleSet.groups.map(({ key }) => key)
  const roundKeys = ruleSet.groups.flatMap(({ rounds }) => rounds.map(({ key }) => key))
  const key = proposeUnusedKey('rounds', [...groupKeys, ...roundKeys])
  const group: RoundGroup = {
    key,
    label: emptyLabel,
    rounds: [{ key, label: emptyLabel }],
    combine: 'best',
    fields: [createEmptySheetField('measure')],
    caps: [],
    minPoints: null,
    maxPoints: null,
    timeLimitMs: null,
  }
  return { ...ruleSet, groups: [...ruleSet.groups, group] }
}

/**
 * Returns the group with another choice of what a missing round counts as. The usual choice is left out of
 * the document.
 */
export const toGroupWithMissingRoundKind = (
  { missingRound: _, ...group }: RoundGroup,
  countsAs: MissingRoundKind,
): RoundGroup => {
  if (countsAs === 'zero') return group
  return {
    ...group,
    missingRound: countsAs === 'value' ? { countsAs, points: 0, timeMs: null } : { countsAs },
  }
}

/** Returns the group with another way to combine the sheets of judges, `none` for runs without a panel. */
export const toGroupWithPanelCombination = (
  { panel, ...group }: RoundGroup,
  combine: PanelCombination | 'none',
): RoundGroup => (combine === 'none' ? group : { ...group, panel: { judges: panel?.judges ?? 3, combine } })

/**
 * Replaces the ranking keys that compare rounds of a group after the best one, so that the `count` best
 * rounds are compared. Keys that exist keep their place; missing ones follow at the end.
 */
const setComparedRoundCount = (ruleSet: RuleSet, group: RoundGroup, count: number): RuleSet => {
  const kept = removeRankingKeys(
    ruleSet,
    (key) => key.of === 'group' && isNextBestRoundKey(key, group.key) && (key.nth ?? 1) > count,
  )
  const values = hasTimedRounds(group) ? (['points', 'time'] as const) : (['points'] as const)
  const wanted = Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 2).flatMap((nth) =>
    values.map(
      (value): RuleRankingKey => ({
        of: 'group',
        group: group.key,
        value,
        nth,
        order: value === 'time' ? 'low' : 'high',
      }),
    ),
  )
  const missing = wanted.filter(
    (each) =>
      !kept.rankingKeys.some(
        (key) =>
          key.of === 'group' &&
          each.of === 'group' &&
          isNextBestRoundKey(key, group.key) &&
          key.value === each.value &&
          key.nth === each.nth,
      ),
  )
  return {
    ...kept,
    rankingKeys: [...kept.rankingKeys, ...missing].slice(0, ruleSetLimits.rankingKeys),
  }
}

const combinationByChoice: Record<RoundCombinationChoice, RoundCombination> = {
  best: 'best',
  bestThenNext: 'best',
  sum: 'sum',
  sumOfBest: 'sum',
  mean: 'mean',
  meanOfBest: 'mean',
  median: 'median',
  trimmedMean: 'trimmedMean',
}

/** Returns how many of the best rounds a choice begins with: all but one, or the best two. */
export const getDefaultBestRoundCount = (choice: RoundCombinationChoice, rounds: number): number =>
  choice === 'bestThenNext' ? 2 : Math.max(1, rounds - 1)

/**
 * Returns the rule set with another way in which the rounds of a group count. `number` is how many of the
 * best rounds count, or are compared. The ranking keys that compare the next best rounds belong to that
 * choice.
 */
export const setRoundCombinationAndRankingKeys = (
  ruleSet: RuleSet,
  groupAt: number,
  choice: RoundCombinationChoice,
  number: number,
): RuleSet => {
  const group = ruleSet.groups[groupAt]
  if (!group) return ruleSet
  const { countedRounds: _, ...others } = group
  const hasCount = choice === 'sumOfBest' || choice === 'meanOfBest'
  const changed = {
    ...others,
    combine: combinationByChoice[choice],
    ...(hasCount ? { countedRounds: number } : {}),
  }
  const next = replaceGroup(ruleSet, groupAt, changed)
  if (choice === 'bestThenNext') return setComparedRoundCount(next, changed, number)
  return getRoundCombinationChoice(ruleSet, group).choice === 'bestThenNext'
    ? setComparedRoundCount(next, changed, 1)
    : next
}

/** Returns the group with other factors. No factors are left out of the document. */
export const replacePointsFactors = (
  { factors: _, ...group }: RoundGroup,
  factors: NonNullable<RoundGroup['factors']>,
): RoundGroup => (factors.length > 0 ? { ...group, factors } : group)

/** Returns the field with another condition, undefined for none. */
export const toFieldWithCondition = (
  { onlyIf: _, ...field }: ScoreSheetField,
  condition: FieldCondition | undefined,
): ScoreSheetField => (condition ? { ...field, onlyIf: condition } : field) as ScoreSheetField

/** Lists the fields of a group that can have points, each key once, as the options of a select. */
export const listPointFieldOptions = (
  group: RoundGroup,
  lang: Language,
): { value: string; label: string }[] => {
  const options = group.fields.flatMap(({ key, label, kind }) =>
    key === '' || kind === 'time' ? [] : [{ value: key, label: label[lang] || key }],
  )
  return options.filter(({ value }, at) => options.findIndex((other) => other.value === value) === at)
}
