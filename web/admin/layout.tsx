import '@mantine/core/styles.css'
import '#web/shared/mantine/text-direction.css'
import {
  Button,
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router'
import { logo } from '#contract/site/logo.ts'
import { reloadAdminUserOrSignOut } from '#web/shared/accounts/session/guards.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useRootData } from '#web/shared/language.ts'
import { createMantineTheme, mapMantineColorsToTokens } from '#web/shared/mantine/mantine-theme.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/layout.ts'
import { AdminSidebarLayout } from './admin-layout.tsx'
import { AdminLoadingOrError } from './admin-loading-or-error.tsx'
import { canOpenAdminPage } from './navigation.ts'
import { ConfirmIdentityOnDemandDialog, SignInAgainOnDemandDialog } from './shared/session-dialogs.tsx'

/** Loads the names of regions; those of deleted ones are left out. */
const loadRegionNames = async (ids: readonly string[]) => {
  const regions = await getBrowserApi()
    .content.regions()
    .catch(() => [])
  return regions.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}

/** Admits only administrators, and loads the texts of the back office and the mode of payments. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [user, texts] = await Promise.all([
    reloadAdminUserOrSignOut(request.url, ['admin']),
    loadAdminTexts(),
  ])
  const [paymentMode, limitedTo] = await Promise.all([
    callApi('GET /api/admin/payments/mode').catch(() => ({ test: false, demo: false })),
    user.regionLimit ? loadRegionNames(user.regionLimit) : undefined,
  ])
  return { user, texts, paymentMode, limitedTo }
}
clientLoader.hydrate = true as const

/** Prevents that the guard runs again, because the server checks every call. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return <AdminLoadingOrError />
}

const schemes =
  typeof window === 'undefined' ? undefined : localStorageColorSchemeManager({ key: storageKeys.theme })

function Providers({ texts, children }: { texts: object; children: ReactNode }) {
  const { i18n } = useTranslation()
  useState(() => i18n.add(texts))
  const arabic = i18n.language === 'ar'
  const { accentColor } = useRootData().brand
  const theme = useMemo(() => createMantineTheme(accentColor), [accentColor])
  return (
    <DirectionProvider initialDirection={arabic ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={mapMantineColorsToTokens}
        defaultColorScheme="auto"
        {...(schemes ? { colorSchemeManager: schemes } : {})}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <Providers texts={loaderData.texts}>
      <AdminSidebarLayout {...loaderData}>
        {canOpenAdminPage(pathname, loaderData.user) ? (
          <Outlet context={loaderData.paymentMode} />
        ) : (
          <NoPermission />
        )}
      </AdminSidebarLayout>
      <ConfirmIdentityOnDemandDialog />
      <SignInAgainOnDemandDialog user={loaderData.user} />
    </Providers>
  )
}

function NoPermission() {
  const { t } = useTranslation()
  const action = { to: '/admin/dashboard', label: t('admin.missing.back') }
  return (
    <MessagePage title={t('admin.noPermission.title')} text={t('admin.noPermission.text')} action={action} />
  )
}

function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const missing = (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404
  const action = { to: '/admin/dashboard', label: t('admin.missing.back') }
  if (error instanceof ApiError && (error.code === 'no-permission' || error.code === 'not-for-regions'))
    return <NoPermission />
  if (error instanceof ApiError && error.code === 'second-factor-setup-required') {
    const setUp = { to: '/admin/profile?tab=secondFactor', label: t('adminAccount.secondFactor.setUp') }
    return <MessagePage title={t('adminAccount.tabs.secondFactor')} text={error.message} action={setUp} />
  }
  if (missing)
    return <MessagePage title={t('admin.missing.title')} text={t('admin.missing.text')} action={action} />
  const text = error instanceof ApiError && error.message ? error.message : t('messages.loadFailed')
  return <MessagePage title={t('admin.failed.title')} text={text} action={action} />
}

/** Shows the error of a page inside the layout, or the loading screen when the layout itself failed. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <AdminLoadingOrError failed />
  return (
    <Providers texts={loaderData.texts}>
      <AdminSidebarLayout {...loaderData}>
        <PageError error={error} />
      </AdminSidebarLayout>
    </Providers>
  )
}

/** Loads the catalogue of the back office in the language of the page. */
const loadAdminTexts = async (): Promise<object> =>
  document.documentElement.lang === 'ar'
    ? (await import('#i18n/ar-admin.ts')).arAdmin
    : (await import('#i18n/en-admin.ts')).enAdmin

type Props = { title: string; text: string; action: { to: string; label: string }; children?: ReactNode }

/** Shows a page with a message instead of contents: not found, or not loaded. */
function MessagePage({ title, text, action, children }: Props) {
  const { t } = useTranslation()
  return (
    <Stack align="center" ta="center" py={80}>
      <title>{`${title} · ${t('name')}`}</title>
      <svg width="96" height="96" viewBox={logo.viewBox} aria-hidden="true">
        <g fill="none" stroke="var(--mantine-color-anchor)">
          <path d={logo.outline} strokeWidth="2.4" />
          <path d={logo.traces} strokeWidth="1.6" />
        </g>
      </svg>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text maw={460}>{text}</Text>
      {children}
      <Button component={Link} to={action.to}>
        {action.label}
      </Button>
    </Stack>
  )
}
