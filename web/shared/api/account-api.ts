import { accountCalls } from './account.ts'
import { createCall, request, type Send } from './call.ts'
import { ownDataCalls } from './own-data.ts'
import { fetchWithToken } from './with-token.ts'

const call = createCall(fetchWithToken)
const ask = (path: string, send?: Send) => request(fetchWithToken, path, send)

/** What the account pages ask of the server. Only in the browser. */
export const accountApi = { account: accountCalls(call), own: ownDataCalls(call, ask) }
