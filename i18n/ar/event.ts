import type { Catalogue } from '../catalogue.ts'
import type { event as en } from '../en/event.ts'

export const event: Catalogue<typeof en> = {}
