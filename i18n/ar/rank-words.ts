import type { Catalogue } from '../catalogue.ts'
import type { rankWords as en } from '../en/rank-words.ts'

export const rankWords: Catalogue<typeof en> = {
  first: 'المركز الأول',
  second: 'المركز الثاني',
  third: 'المركز الثالث',
  fourth: 'المركز الرابع',
  fifth: 'المركز الخامس',
  sixth: 'المركز السادس',
  seventh: 'المركز السابع',
  eighth: 'المركز الثامن',
  ninth: 'المركز التاسع',
  tenth: 'المركز العاشر',
}
