import { paymentApi } from '#web/shared/api/payment-api.ts'
import { asPerson } from '#web/shared/session/guard.ts'
import type { Route } from './+types/payments-page.ts'
import { OwnPayments } from './account-payments.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({ payments: await asPerson(request.url, paymentApi.listOwn) })
clientLoader.hydrate = true as const

export default function MyPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <OwnPayments payments={loaderData.payments} />
}
