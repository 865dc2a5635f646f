import type { Catalogue } from '../catalogue.ts'
import type { session as en } from '../en/session.ts'

export const session: Catalogue<typeof en> = {}
