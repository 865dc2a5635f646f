import { accountApi } from '#web/shared/api/account-api.ts'
import { readOrRedirectToSignIn } from '#web/shared/session/guards.ts'
import type { Route } from './+types/payments-page.ts'
import { AccountPayments } from './account-payments.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  payments: await readOrRedirectToSignIn(request.url, accountApi.payments.listOwn),
})
clientLoader.hydrate = true as const

export default function AccountPaymentsPage({ loaderData }: Route.ComponentProps) {
  return <AccountPayments payments={loaderData.payments} />
}
