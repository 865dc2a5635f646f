import { redirect } from 'react-router'
import { accountTabs } from '#web/features/account/tabs.ts'
import type { Route } from './+types/index.ts'

/** The account opens with its first part. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirect(`${accountTabs[0].path}${new URL(request.url).search}`)
}
clientLoader.hydrate = true as const

export default function AccountIndex() {
  return null
}
