import { useRevalidator } from 'react-router'
import { MyData } from '#web/features/account/my-data.tsx'
import { asPerson } from '#web/lib/guard.ts'
import { personApi } from '#web/lib/person-api.ts'
import type { Route } from './+types/data.ts'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [account, sessions] = await asPerson(request.url, () => Promise.all([personApi.account.read(), personApi.account.sessions()]))
  return { account, sessions }
}
clientLoader.hydrate = true as const

export default function MyDataPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <MyData {...loaderData} onChanged={() => void revalidate()} />
}
