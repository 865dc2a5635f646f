import { Outlet } from 'react-router'
import { requireStoredUserOrRedirect } from '#web/shared/accounts/session/guards.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/session-guard-layout.ts'

/** Redirects visitors without a session to the sign-in, which returns to this page. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  requireStoredUserOrRedirect(request.url)
  return null
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${page.section}`} role="status">
      <NoindexPageMetadata title={t('nav.account')} />
      {t('loading')}
    </div>
  )
}

export default function AccountTeamSessionGuard() {
  return <Outlet />
}
