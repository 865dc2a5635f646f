import type { Catalogue } from '../catalogue.ts'
import type { scores as en } from '../en/scores.ts'

export const scores: Catalogue<typeof en> = {}
