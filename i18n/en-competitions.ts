import { competitions } from './en/competitions.ts'
import { teamFields } from './en/team-fields.ts'

/** English of the public page of competitions, loaded with it. */
export const enCompetitions = { competitions, teamFields } as const
