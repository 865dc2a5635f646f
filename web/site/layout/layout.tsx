import { use, useState } from 'react'
import { isRouteErrorResponse, Outlet } from 'react-router'
import { getLoaderApi, type PageInfo, pageContext } from '#web/shared/api-context.ts'
import type { ErrorResponseData } from '#web/shared/loader-error.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/public-api.ts'
import { RequestIdContext } from '#web/shared/request-contexts.ts'
import { getSiteName } from '#web/shared/site-name.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useCachedValue } from '#web/shared/use-cached-value.ts'
import type { Route } from './+types/layout.ts'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { MessagePage } from './message-page.tsx'
import { OfflineBanner } from './offline-banner.tsx'

// the footer must not take a page down
const load = async (api: PublicApi, name: PageInfo['siteName']) => ({
  settings: await api.content.settings(name).catch(() => null),
  year: new Date().getUTCFullYear(),
})
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext).siteName)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getSiteName())
export const shouldRevalidate = () => false

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const settings = useCachedValue(
    storageKeys.settings,
    loaderData.settings ?? undefined,
    () => getBrowserApi().content.settings(getSiteName()),
    () => {},
  )
  return (
    <>
      <SiteHeader />
      <OfflineBanner />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </main>
      <SiteFooter contact={settings?.contact ?? null} year={loaderData.year} />
    </>
  )
}

const numberId = 'request-number'
/** The number of the request whose page failed: known to the server, read from its page in the browser; none where the browser itself failed. */
const useRequestNumber = () => {
  const made = use(RequestIdContext)
  const [number] = useState(() => made ?? (typeof document === 'undefined' ? undefined : document.getElementById(numberId)?.dataset.number))
  return number
}

/** A page that is not there, or that failed. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation()
  const refused = isRouteErrorResponse(error) ? error : undefined
  const status = refused?.status ?? 500
  const number = useRequestNumber()
  const words = (refused?.data as Partial<ErrorResponseData> | null | undefined)?.message
  const home = (
    <SiteLink to="/" className={page.button ?? ''}>
      {t('messages.backHome')}
    </SiteLink>
  )
  return (
    <>
      <SiteHeader />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <title>{`${t(status === 404 ? 'messages.pageNotFound' : 'broken.title')} · ${t('name')}`}</title>
        <meta name="robots" content="noindex" />
        {status === 404 ? (
          <MessagePage code="404" title={t('messages.pageNotFound')} text={t('missing.text')}>
            {home}
          </MessagePage>
        ) : (
          <MessagePage title={t('broken.title')} text={words || t('broken.text')}>
            {number && !words ? (
              <p id={numberId} data-number={number}>
                {t('broken.number', { id: number })}
              </p>
            ) : null}
            <button type="button" className={page.button} onClick={() => window.location.reload()}>
              {t('retry')}
            </button>
          </MessagePage>
        )}
      </main>
      <SiteFooter contact={loaderData?.settings?.contact ?? null} year={loaderData?.year ?? new Date().getUTCFullYear()} />
    </>
  )
}
