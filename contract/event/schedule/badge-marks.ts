import { logo } from '../../site/logo.ts'
import type { Badge } from './schedule.schema.ts'

const drawCircle = (radius: number) =>
  `M${32 - radius} 32a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`

/**
 * The outlined shape of each role on a badge, as path data in a view box of 64 × 64 units, so that roles differ
 * without colour.
 */
export const badgeMarks: Record<Badge['role'], string> = {
  member: drawCircle(27),
  coach: 'M7 7H57V57H7Z',
  judge: logo.outline,
  headJudge: logo.outline + drawCircle(10),
  volunteer: 'M32 5L60 55H4Z',
}
