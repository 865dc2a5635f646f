import { createCall } from './call.ts'
import { paymentCalls } from './payments.ts'
import { fetchWithToken } from './with-token.ts'

/** Paying for a team, with the token of who is signed in. Only in the browser. */
export const paymentApi = paymentCalls(createCall(fetchWithToken))
