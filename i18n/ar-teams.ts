import { ownTeams } from './ar/own-teams.ts'
import type { Catalogue } from './catalogue.ts'
import type { enTeams } from './en-teams.ts'

/** Arabic of the own teams' pages, loaded with them. */
export const arTeams: Catalogue<typeof enTeams> = { ownTeams }
