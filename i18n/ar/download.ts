import type { Catalogue } from '../catalogue.ts'
import type { download as en } from '../en/download.ts'

export const download: Catalogue<typeof en> = {}
