import { paymentApi } from '#web/shared/api/payment-api.ts'
import { readOrRedirectToSignIn } from '#web/shared/session/guards.ts'
import type { Route } from './+types/payments-page.ts'
import { AccountPayments } from './account-payments.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  payments: await readOrRedirectToSignIn(request.url, paymentApi.listOwn),
})
clientLoader.hydrate = true as const

export default function AccountPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <AccountPayments payments={loaderData.payments} />
}
