import type { Catalogue } from '../catalogue.ts'
import type { home as en } from '../en/home.ts'

export const home: Catalogue<typeof en> = {}
