import { Navigate, useSearchParams } from 'react-router'
import { buildEventTabPath, listPermittedEventTabs } from '#web/admin/navigation.ts'
import { useSessionUser } from '#web/shared/session.ts'
import type { Route } from './+types/judging-redirect-page.ts'

/** The tabs of the former page about judging whose place has another name. */
const tabNames: Record<string, string> = { schedule: 'schedule', checkIn: 'teams' }

/** Leads from the former page about the judging of an event to the tab of the event that has its part. */
export default function JudgingRedirectPage({ params }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const asked = tabNames[address.get('tab') ?? ''] ?? 'judges'
  const user = useSessionUser()
  const tabs = user ? listPermittedEventTabs(user) : []
  const tab = tabs.find(({ name }) => name === asked) ?? tabs.find(({ name }) => name === 'teams') ?? tabs[0]
  return tab ? <Navigate replace to={buildEventTabPath(params.id, tab)} /> : null
}
