import type { Catalogue } from '../catalogue.ts'
import type { seo as en } from '../en/seo.ts'

export const seo: Catalogue<typeof en> = {}
