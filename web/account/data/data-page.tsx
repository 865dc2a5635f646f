import { useRevalidator } from 'react-router'
import { accountApi } from '#web/shared/api/account-api.ts'
import { readAsUser } from '#web/shared/session/guard.ts'
import type { Route } from './+types/data-page.ts'
import { MyData } from './my-data.tsx'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [account, sessions] = await readAsUser(request.url, () =>
    Promise.all([accountApi.account.read(), accountApi.account.listSessions()]),
  )
  return { account, sessions }
}
clientLoader.hydrate = true as const

export default function MyDataPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <MyData {...loaderData} onChanged={() => void revalidate()} />
}
