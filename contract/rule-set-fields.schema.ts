import { singleLineField } from './fields.schema.ts'
import { ruleSetLimits as limits, ruleSetKeyPattern } from './rule-set.ts'
import { hasAtMostThreeDecimals, roundToThousandths } from './rules/numbers.ts'
import { z } from './z.ts'

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
