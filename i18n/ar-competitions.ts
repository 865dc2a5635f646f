import { competitions } from './ar/competitions.ts'
import { teamFields } from './ar/team-fields.ts'

/** Arabic of the public page of competitions, loaded with it. */
export const arCompetitions = { competitions, teamFields }
