import '@mantine/core/styles.css'
import '@mantine/charts/styles.css'
import '@mantine/dates/styles.css'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { type ReactNode, useState } from 'react'
import { isRouteErrorResponse, Outlet } from 'react-router'
import { Notice } from '#web/admin/shared/notice.tsx'
import { SessionKeeper } from '#web/admin/shared/sign-in-again.tsx'
import { theme, variables } from '#web/admin/shared/theme.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { requireRole } from '#web/shared/session/guard.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/layout.ts'
import { AdminFrame } from './admin-layout.tsx'
import { Opening } from './loading-screen.tsx'
import { addTexts, adminTexts } from './texts.ts'

/** Only administrators come in; the back office's texts come with the guard. */
export const clientLoader = async () => {
  const [user, texts] = await Promise.all([requireRole(['admin']), adminTexts()])
  return { user, texts }
}
clientLoader.hydrate = true as const

/** Asked once: every call of a page is checked by the server anyway. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <Opening />
}

const schemes = typeof window === 'undefined' ? undefined : localStorageColorSchemeManager({ key: storageKeys.theme })

function Providers({ texts, children }: { texts: object; children: ReactNode }) {
  const { i18n } = useTranslation()
  useState(() => addTexts(i18n, texts))
  const arabic = i18n.language === 'ar'
  return (
    <DirectionProvider initialDirection={arabic ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        {...(schemes ? { colorSchemeManager: schemes } : {})}
      >
        <DatesProvider settings={{ locale: arabic ? 'ar' : 'en', firstDayOfWeek: arabic ? 0 : 1, weekendDays: [5, 6] }}>
          {children}
        </DatesProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Providers texts={loaderData.texts}>
      <AdminFrame user={loaderData.user}>
        <Outlet />
      </AdminFrame>
      <SessionKeeper user={loaderData.user} />
    </Providers>
  )
}

function Broken({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const missing = (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404
  const action = { to: '/admin/dashboard', label: t('admin.missing.back') }
  if (missing) return <Notice title={t('admin.missing.title')} text={t('admin.missing.text')} action={action} />
  const text = error instanceof ApiError && error.message ? error.message : t('messages.loadFailed')
  return <Notice title={t('admin.failed.title')} text={text} action={action} />
}

/** A page that failed stands in the frame when there is one. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <Opening failed />
  return (
    <Providers texts={loaderData.texts}>
      <AdminFrame user={loaderData.user}>
        <Broken error={error} />
      </AdminFrame>
    </Providers>
  )
}
