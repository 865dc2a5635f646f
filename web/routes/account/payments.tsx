import { OwnPayments } from '#web/features/payment/own-payments.tsx'
import { asPerson } from '#web/lib/guard.ts'
import { paymentApi } from '#web/lib/payments.ts'
import type { Route } from './+types/payments.ts'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({ payments: await asPerson(request.url, paymentApi.mine) })
clientLoader.hydrate = true as const

export default function MyPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <OwnPayments payments={loaderData.payments} />
}
