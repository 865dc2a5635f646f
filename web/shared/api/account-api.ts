import { accountCalls } from './account.ts'
import { ownDataCalls } from './own-data.ts'
import { paymentCalls } from './payments.ts'
import { accountTeamCalls } from './teams.ts'
import { callWithToken, requestWithToken } from './with-token.ts'

/** What the account pages ask of the server. Only in the browser. */
export const accountApi = {
  account: accountCalls(callWithToken),
  own: ownDataCalls(callWithToken, requestWithToken),
  teams: accountTeamCalls(callWithToken),
  payments: paymentCalls(callWithToken),
}
