import { accountTeams } from './en/account-teams.ts'

/** English of the account's pages about teams, loaded with them. */
export const enTeams = { accountTeams } as const
