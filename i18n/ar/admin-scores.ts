import type { Catalogue } from '../catalogue.ts'
import type { adminScores as en } from '../en/admin-scores.ts'

export const adminScores: Catalogue<typeof en> = {}
