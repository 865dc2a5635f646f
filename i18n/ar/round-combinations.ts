import type { Catalogue } from '../catalogue.ts'
import type { roundCombinations as en } from '../en/round-combinations.ts'

export const roundCombinations: Catalogue<typeof en> = {
  best: 'تُحتسب أفضل جولة',
  bestThenNext: 'تُحتسب أفضل جولة ثم ثاني أفضل جولة',
  bestThenMore: 'تُحتسب أفضل جولة ثم ما يليها (عدد الجولات: {{number}})',
  sum: 'تُجمع الجولات كلها',
  sumOfBest: 'مجموع أفضل {{number}} من أصل {{rounds}}',
  mean: 'متوسط الجولات كلها',
  meanOfBest: 'متوسط أفضل {{number}} من أصل {{rounds}}',
  median: 'وسيط الجولات',
  trimmedMean: 'متوسط الجولات دون أفضلها وأسوئها',
}
