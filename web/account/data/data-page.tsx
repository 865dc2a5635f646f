import { useRevalidator } from 'react-router'
import { accountApi } from '#web/shared/api/account.ts'
import { readOrRedirectToSignIn } from '#web/shared/session/guards.ts'
import type { Route } from './+types/data-page.ts'
import { AccountData } from './account-data.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [account, sessions] = await readOrRedirectToSignIn(request.url, () =>
    Promise.all([accountApi.account.read(), accountApi.account.listSessions()]),
  )
  return { account, sessions }
}
clientLoader.hydrate = true as const

export default function AccountDataPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <AccountData {...loaderData} onChanged={() => void revalidate()} />
}
