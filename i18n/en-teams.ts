import { ownTeams } from './en/own-teams.ts'

/** English of the own teams' pages, loaded with them. */
export const enTeams = { ownTeams } as const
