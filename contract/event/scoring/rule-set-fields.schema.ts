import { singleLineField } from '../../platform/fields.schema.ts'
import { hasAtMostThreeDecimals, roundToThousandths } from '../../platform/numbers.ts'
import { z } from '../../platform/z.ts'
import { ruleSetLimits as limits, ruleSetKeyPattern } from './rule-set.ts'

/** The key of a part of a rule set. */
export const ruleSetKeyField = z.string().min(1).max(limits.key).regex(ruleSetKeyPattern)
export const ruleSetLabelField = z.object({
  en: singleLineField(limits.label).min(1),
  ar: singleLineField(limits.label).min(1),
})
/** Points or a measured value: at most three decimals, without the error of a binary fraction. */
export const decimal = z
  .number()
  .min(-limits.points)
  .max(limits.points)
  .refine(hasAtMostThreeDecimals, { params: { code: 'bad-format' } })
  .overwrite(roundToThousandths)
