import { lazy, type ReactNode, Suspense, use, useEffect, useState, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, Outlet } from 'react-router'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'
import { getLoaderApi, type PageInfo, pageContext } from '#web/shared/api-context.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import type { ErrorResponseData } from '#web/shared/loader-error.ts'
import { getPageLanguage, getSiteCode } from '#web/shared/page-attributes.ts'
import { loadPageSettings } from '#web/shared/page-settings.ts'
import { RequestIdContext } from '#web/shared/request-contexts.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { useLoadedOrCachedValue } from '#web/shared/use-cached-value.ts'
import type { Route } from './+types/layout.ts'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import styles from './message-page.module.css'

/** Loaded for Arabic browsers only. */
const ArabicHint = lazy(() => import('#web/site/arabic-hint/arabic-hint.tsx'))

// browsers can forbid storage; the hint returns then with the next page
const readStored = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Tells whether the browser prefers Arabic, and the visitor has neither chosen English nor closed the hint.
 */
const isHintNeeded = () =>
  window.navigator.language.startsWith('ar') &&
  readStored(storageKeys.lang) !== 'en' &&
  readStored(storageKeys.arabicHint) === null

/** Shows the hint that a page exists in the language of the browser. */
function LanguageHint() {
  const lang = useLang()
  const [isNeeded, setIsNeeded] = useState(false)
  // the server does not know the language of the browser, because its pages are cached
  useEffect(() => setIsNeeded(lang === 'en' && isHintNeeded()), [lang])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <ArabicHint />
    </Suspense>
  )
}

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shows when the browser is offline. */
function OfflineBanner() {
  const { t } = useTranslation()
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !window.navigator.onLine,
    () => false,
  )
  return <div role="status">{isOffline ? <p className={styles.banner}>{t('offline')}</p> : null}</div>
}

/** Shows the message of the organizers while the site is read-only. */
function ReadOnlyBanner() {
  const { t } = useTranslation()
  const message = useRootData().readOnlyMessage
  return message === null ? null : <p className={styles.banner}>{t('readOnly', { message })}</p>
}

/** Shows a page with a message instead of contents: not found, or failed. */
function MessagePage({
  code,
  title,
  text,
  children,
}: {
  code?: string
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className={`${page.wide} ${styles.notice}`}>
      <div className={styles.picture} aria-hidden="true">
        <LogoStar size={220} lines />
        {code ? <span className={styles.code}>{code}</span> : null}
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}

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
  const settings = useLoadedOrCachedValue(
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
      <ReadOnlyBanner />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </main>
      <SiteFooter
        contact={settings?.contact ?? null}
        year={loaderData.year}
        hasPartners={loaderData.hasPartners}
      />
    </div>
  )
}

const requestIdElement = 'request-number'
/**
 * Returns the id of the failed request, which the browser reads from the page of the server; undefined when
 * the browser failed.
 */
const useRequestId = () => {
  const contextId = use(RequestIdContext)
  const [id] = useState(
    () =>
      contextId ??
      (typeof document === 'undefined'
        ? undefined
        : document.getElementById(requestIdElement)?.dataset.number),
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
    <LocalizedLink to="/" className={page.button ?? ''}>
      {t('messages.backHome')}
    </LocalizedLink>
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
