import { paths } from '#contract/paths.ts'
import type { Payment, PaymentOffer } from '#contract/payment.ts'
import type { WireOffer, WirePayment } from '#contract/published/payment.schema.ts'
import { offerFromWire, paymentFromWire } from '#contract/published/payment.ts'
import type { Call } from './call.ts'

const of = (id: string) => `${paths.payments}/${encodeURIComponent(id)}`

/** Paying for a team, for its owner and administrators; `call` brings the token. All throw an `ApiError`; `not-found` is also what is somebody else's. */
export const paymentCalls = (call: Call) => ({
  /** What is to be paid for a team, and its payments. */
  offer: async (teamId: string): Promise<PaymentOffer> =>
    offerFromWire((await call<{ offer: WireOffer }>(`${paths.payments}/`, { query: { team_id: teamId } })).offer),
  /** All payments for the own teams, the newest first. */
  mine: async (): Promise<Payment[]> => (await call<{ payments: WirePayment[] }>(`${paths.payments}/`)).payments.map(paymentFromWire),
  /** Begins to pay; the browser goes to `url`. Refusals to know: `payment-not-set-up`, `payment-not-needed`, `payment-under-way`, `gateway-away`. */
  start: async (teamId: string): Promise<{ payment: Payment; url: string }> => {
    const { payment, url } = await call<{ payment: WirePayment; url: string }>(`${paths.payments}/`, {
      method: 'POST',
      json: { team_id: teamId },
    })
    return { payment: paymentFromWire(payment), url }
  },
  /** As it is kept. */
  one: async (id: string): Promise<Payment> => paymentFromWire((await call<{ payment: WirePayment }>(of(id))).payment),
  /** Asks the gateway what became of it. Throws `gateway-away`, `gateway-refused`. */
  check: async (id: string): Promise<Payment> =>
    paymentFromWire((await call<{ payment: WirePayment }>(`${of(id)}/check`, { method: 'POST' })).payment),
})
