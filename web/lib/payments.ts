import { createCall } from './api/call.ts'
import { paymentCalls } from './api/payments.ts'
import { fetchWithToken } from './api/with-token.ts'

/** Paying for a team, with the token of who is signed in. Only in the browser. */
export const paymentApi = paymentCalls(createCall(fetchWithToken))
