import { createAccountTeamApi } from './account-teams.ts'
import { callWithToken } from './with-token.ts'

/** The API client of the teams of an account; in the browser only, because it needs the token. */
export const accountTeamApi = createAccountTeamApi(callWithToken)
