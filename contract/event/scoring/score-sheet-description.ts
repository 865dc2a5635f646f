import type {
  FieldCondition,
  PointsFactor,
  RoundGroup,
  ScoreSheetField,
} from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import { getFieldMaxValue } from './rule-set-sheet.ts'
import {
  listPrintedTextsOfParts,
  type RuleText,
  toCatalogueText,
  toJoinedText,
  toPrintableValuePart,
  toValuePart,
  toYesOrNoText,
} from './rule-text.ts'

/** Names a field of a score sheet. */
export const toFieldLabelText = ({ fields }: Pick<RoundGroup, 'fields'>, key: string): RuleText<never> => ({
  label: fields.find((field) => field.key === key)?.label,
  fallback: key,
})
/** Names fields whose points are taken together: `Cubes + Balls`. */
export const toFieldLabelsText = (group: RoundGroup, keys: readonly string[]): RuleText<never> =>
  toJoinedText(
    keys.map((key) => toFieldLabelText(group, key)),
    ' + ',
  )

/** Describes a condition: `Parked`, `Level: Difficult` or `Cubes is more than 0`. */
export const describeFieldCondition = (group: RoundGroup, { field: key, option }: FieldCondition) => {
  const field = group.fields.find((each) => each.key === key)
  const name = toFieldLabelText(group, key)
  if (field?.kind !== 'choice')
    return toCatalogueText(`scoreSheet.conditions.${field?.kind === 'yesNo' ? 'yesNo' : 'number'}`, {
      field: name,
    })
  const label = field.options.find((each) => each.key === option)?.label
  return toCatalogueText('scoreSheet.conditions.choice', {
    field: name,
    option: { label, fallback: option ?? '' },
  })
}

/** Says when a field of a score sheet counts: `Counts only if: Parked`. */
export const describeWhenFieldCounts = (group: RoundGroup, condition: FieldCondition) =>
  toCatalogueText('scoreSheet.onlyIf', { condition: describeFieldCondition(group, condition) })

/** Says when the points of fields are multiplied: `× 1.4 if Parked: Cubes + Balls`. */
export const describePointsFactor = (group: RoundGroup, factor: PointsFactor) => {
  const values = { factor: { number: factor.factor }, fields: toFieldLabelsText(group, factor.fields) }
  return group.fields.find(({ key }) => key === factor.field)?.kind === 'count'
    ? toCatalogueText('scoreSheet.factorPerUnit', { ...values, field: toFieldLabelText(group, factor.field) })
    : toCatalogueText('scoreSheet.factor', { ...values, condition: describeFieldCondition(group, factor) })
}

/** Describes the numbers that a field accepts, undefined for any number: `0 to 10, in steps of 2`. */
export const describeNumberRange = ({ min, max, step }: Extract<ScoreSheetField, { step: number }>) => {
  // a template without limits has the largest numbers that can be stored
  if (min <= -ruleSetLimits.points && max >= ruleSetLimits.points) return undefined
  const range = { min: { number: min }, max: { number: max } }
  return step === 1 || step <= 0.001
    ? toCatalogueText('scoreSheet.range', range)
    : toCatalogueText('scoreSheet.rangeWithStep', { ...range, step })
}

const describeRange = (group: RoundGroup, field: Extract<ScoreSheetField, { min: number }>) => {
  if (field.kind !== 'time') return describeNumberRange(field)
  const max = { time: getFieldMaxValue(group, field) }
  return field.min === 0
    ? toCatalogueText('adminRuleSets.printMax', { max })
    : toCatalogueText('scoreSheet.range', { min: { time: field.min }, max })
}

/** Describes a field of a score sheet with all its values. */
export const toFieldRulePart = (group: RoundGroup, field: ScoreSheetField) => {
  const isYesNo = field.kind === 'yesNo'
  const condition = field.onlyIf && describeWhenFieldCounts(group, field.onlyIf)
  const toValue = (value: number) => (field.kind === 'time' ? { time: value } : { number: value })
  /** Creates a part for what each unit adds, which is printed unless it is nothing. */
  const toUnitPart = <const K extends string>(id: string, name: K, value: number, text: RuleText<never>) => ({
    ...toPrintableValuePart(name, text, value !== 0),
    id,
  })
  return {
    id: `field ${field.key}`,
    name: toFieldLabelText(group, field.key),
    parts: [
      toValuePart('adminRuleSets.label', { inBothLanguages: field.label }),
      toValuePart('adminRuleSets.kind', toCatalogueText(`adminRuleSets.kinds.${field.kind}`)),
      toValuePart('adminRuleSets.key', field.key),
      ...('min' in field
        ? [
            toValuePart('adminRuleSets.min', toValue(field.min), describeRange(group, field)),
            toValuePart('adminRuleSets.max', toValue(field.max)),
          ]
        : []),
      ...('step' in field ? [toValuePart('adminRuleSets.step', { number: field.step })] : []),
      ...('isRequired' in field
        ? [
            toValuePart(
              'adminRuleSets.isRequired',
              toYesOrNoText(field.isRequired),
              field.isRequired ? undefined : toCatalogueText('scoreSheet.optional'),
            ),
          ]
        : []),
      ...('pointsPerUnit' in field
        ? [
            toUnitPart(
              'points',
              `adminRuleSets.${isYesNo ? 'pointsIfYes' : 'pointsPerUnit'}`,
              field.pointsPerUnit,
              { number: field.pointsPerUnit },
            ),
            toUnitPart(
              'time',
              `adminRuleSets.${isYesNo ? 'timeIfYes' : 'timePerUnit'}`,
              field.timeMsPerUnit,
              { time: field.timeMsPerUnit },
            ),
          ]
        : []),
      toValuePart('adminRuleSets.isPenalty', toYesOrNoText(field.isPenalty)),
      ...(condition ? [toValuePart('adminRuleSets.onlyIf', condition, condition)] : []),
      ...('options' in field
        ? field.options.map(({ key, label, points }) => ({
            id: `option ${key}`,
            name: { label, fallback: key },
            parts: [
              toValuePart('adminRuleSets.label', { inBothLanguages: label }),
              toValuePart('adminRuleSets.points', { number: points }),
            ],
          }))
        : []),
    ],
  }
}

/** Describes the values of a field and what they count: `0 to 10, in steps of 2 · Points per unit: 5`. */
export const describePrintedFieldValues = (group: RoundGroup, field: ScoreSheetField) =>
  toJoinedText(listPrintedTextsOfParts(toFieldRulePart(group, field).parts), ' · ')
