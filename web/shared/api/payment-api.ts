import { createPaymentApi } from './payments.ts'
import { callWithToken } from './with-token.ts'

/** The API client of the payments of an account; in the browser only, because it needs the token. */
export const paymentApi = createPaymentApi(callWithToken)
