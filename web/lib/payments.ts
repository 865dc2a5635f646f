import { createCall } from './api/call.ts'
import { paymentCalls } from './api/payments.ts'
import { session } from './session.ts'

/** Paying for a team, with the token of who is signed in. Only in the browser. */
export const paymentApi = paymentCalls(
  createCall((path, init = {}) => {
    const token = session.token()
    return window.fetch(path, token ? { ...init, headers: { ...init.headers, authorization: token } } : init)
  }),
)
