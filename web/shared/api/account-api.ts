import { accountCalls } from './account.ts'
import { ownDataCalls } from './own-data.ts'
import { paymentCalls } from './payments.ts'
import { accountTeamCalls } from './teams.ts'
import { callWithToken, requestWithToken } from './with-token.ts'

/** The API client of the account pages; in the browser only, because it needs the token. */
export const accountApi = {
  account: accountCalls(callWithToken),
  own: ownDataCalls(callWithToken, requestWithToken),
  teams: accountTeamCalls(callWithToken),
  payments: paymentCalls(callWithToken),
}
