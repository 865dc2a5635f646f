import { accountApi } from '#web/shared/api/account-api.ts'
import { readAsUser } from '#web/shared/session/guard.ts'
import type { Route } from './+types/payments-page.ts'
import { AccountPayments } from './account-payments.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  payments: await readAsUser(request.url, accountApi.payments.listOwn),
})
clientLoader.hydrate = true as const

export default function AccountPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <AccountPayments payments={loaderData.payments} />
}
