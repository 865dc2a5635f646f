import { createAccountApi } from './account.ts'
import { createAccountTeamApi } from './account-teams.ts'
import { createOwnDataApi } from './own-data.ts'
import { createPaymentApi } from './payments.ts'
import { callWithToken, requestWithToken } from './with-token.ts'

/** The API client of the account pages; in the browser only, because it needs the token. */
export const accountApi = {
  account: createAccountApi(callWithToken),
  ownData: createOwnDataApi(callWithToken, requestWithToken),
  teams: createAccountTeamApi(callWithToken),
  payments: createPaymentApi(callWithToken),
}
