import type { Catalogue } from '../catalogue.ts'
import type { adminEvents as en } from '../en/admin-events.ts'

export const adminEvents: Catalogue<typeof en> = {}
