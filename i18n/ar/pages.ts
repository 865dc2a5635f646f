import type { Catalogue } from '../catalogue.ts'
import type { pages as en } from '../en/pages.ts'

export const pages: Catalogue<typeof en> = {}
