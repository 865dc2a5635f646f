import { useState } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { accountApi } from '#web/shared/api/account-api.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { loadAccountTexts } from '#web/shared/session/account-texts.ts'
import { requireAccountUser } from '#web/shared/session/guards.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/layout.ts'
import { AccountPageLayout } from './account-layout.tsx'
import { AccountLoadingOrError } from './account-loading-or-error.tsx'

/** Admits only signed-in users, and loads the texts of the account pages. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { pathname, search } = new URL(request.url)
  const [user, texts] = await Promise.all([requireAccountUser(pathname + search), loadAccountTexts(getPageLanguage())])
  return { user, texts, account: await accountApi.account.read() }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <AccountLoadingOrError />
}

export default function AccountLayout({ loaderData }: Route.ComponentProps) {
  const { i18n } = useTranslation()
  useState(() => i18n.add(loaderData.texts))
  const { revalidate } = useRevalidator()
  return (
    <AccountPageLayout account={loaderData.account} onChanged={() => void revalidate()}>
      <Outlet />
    </AccountPageLayout>
  )
}

/** Shows an error when a page failed, mostly because the server is unreachable. */
export function ErrorBoundary() {
  return <AccountLoadingOrError failed />
}
