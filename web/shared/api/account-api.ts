import { createAccountApi } from './account.ts'
import { createOwnDataApi } from './own-data.ts'
import { paymentCalls } from './payments.ts'
import { accountTeamCalls } from './teams.ts'
import { callWithToken, requestWithToken } from './with-token.ts'

/** The API client of the account pages; in the browser only, because it needs the token. */
export const accountApi = {
  account: createAccountApi(callWithToken),
  ownData: createOwnDataApi(callWithToken, requestWithToken),
  teams: accountTeamCalls(callWithToken),
  payments: paymentCalls(callWithToken),
}
