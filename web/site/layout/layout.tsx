import { use, useState } from 'react'
import { isRouteErrorResponse, Outlet } from 'react-router'
import { getLoaderApi, type PageInfo, pageContext } from '#web/shared/api-context.ts'
import type { ErrorResponseData } from '#web/shared/loader-error.ts'
import { getPageLanguage, getSiteCode } from '#web/shared/page-attributes.ts'
import { loadPageSettings } from '#web/shared/page-settings.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/public-api.ts'
import { RequestIdContext } from '#web/shared/request-contexts.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useCachedValue } from '#web/shared/use-cached-value.ts'
import type { Route } from './+types/layout.ts'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { LanguageHint } from './language-hint.tsx'
import { MessagePage } from './message-page.tsx'
import { OfflineBanner } from './offline-banner.tsx'

// a page works without the settings of its footer
const load = async (api: PublicApi, { siteCode, lang }: Pick<PageInfo, 'siteCode' | 'lang'>) => ({
  settings: await loadPageSettings(api, siteCode, lang).catch(() => null),
  hasPartners: await api.content.partners().then(
    (partners) => partners.length > 0,
    () => false,
  ),
  year: new Date().getUTCFullYear(),
})
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext))
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  load(getLoaderApi(context), { siteCode: getSiteCode(), lang: getPageLanguage() })
export const shouldRevalidate = () => false

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const settings = useCachedValue(
    storageKeys.settings,
    loaderData.settings ?? undefined,
    () => loadPageSettings(getBrowserApi(), getSiteCode(), getPageLanguage()),
    () => {},
  )
  return (
    <div className={page.site}>
      <SiteHeader />
      <LanguageHint />
      <OfflineBanner />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </main>
      <SiteFooter contact={settings?.contact ?? null} year={loaderData.year} hasPartners={loaderData.hasPartners} />
    </div>
  )
}

const requestIdElement = 'request-number'
/** Returns the id of the failed request, which the browser reads from the page of the server; undefined when the browser failed. */
const useRequestId = () => {
  const contextId = use(RequestIdContext)
  const [id] = useState(
    () => contextId ?? (typeof document === 'undefined' ? undefined : document.getElementById(requestIdElement)?.dataset.number),
  )
  return id
}

/** Shows that a page was not found, or that it failed. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation()
  const response = isRouteErrorResponse(error) ? error : undefined
  const status = response?.status ?? 500
  const requestId = useRequestId()
  const message = (response?.data as Partial<ErrorResponseData> | null | undefined)?.message
  const home = (
    <SiteLink to="/" className={page.button ?? ''}>
      {t('messages.backHome')}
    </SiteLink>
  )
  return (
    <div className={page.site}>
      <SiteHeader />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <NoindexPageMetadata title={t(status === 404 ? 'messages.pageNotFound' : 'broken.title')} />
        {status === 404 ? (
          <MessagePage code="404" title={t('messages.pageNotFound')} text={t('missing.text')}>
            {home}
          </MessagePage>
        ) : (
          <MessagePage title={t('broken.title')} text={message || t('broken.text')}>
            {requestId && !message ? (
              <p id={requestIdElement} data-number={requestId}>
                {t('broken.number', { id: requestId })}
              </p>
            ) : null}
            <button type="button" className={page.button} onClick={() => window.location.reload()}>
              {t('retry')}
            </button>
          </MessagePage>
        )}
      </main>
      <SiteFooter
        contact={loaderData?.settings?.contact ?? null}
        year={loaderData?.year ?? new Date().getUTCFullYear()}
        hasPartners={loaderData?.hasPartners ?? false}
      />
    </div>
  )
}
