import { use, useState } from 'react'
import { isRouteErrorResponse, Outlet } from 'react-router'
import { apiOf, type PageInfo, pageContext } from '#web/shared/api-context.ts'
import type { Refused } from '#web/shared/loader-error.ts'
import { RequestIdContext } from '#web/shared/nonce.ts'
import { type Api, browserApi } from '#web/shared/public-api.ts'
import { siteName } from '#web/shared/site-name.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useStored } from '#web/shared/use-stored-list.ts'
import type { Route } from './+types/layout.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Notice } from './notice.tsx'
import { Offline } from './offline.tsx'

// the footer must not take a page down
const load = async (api: Api, name: PageInfo['siteName']) => ({
  settings: await api.content.settings(name).catch(() => null),
  year: new Date().getUTCFullYear(),
})
export const loader = ({ context }: Route.LoaderArgs) => load(apiOf(context), context.get(pageContext).siteName)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context), siteName())
export const shouldRevalidate = () => false

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const settings = useStored(
    storageKeys.settings,
    loaderData.settings ?? undefined,
    () => browserApi().content.settings(siteName()),
    () => {},
  )
  return (
    <>
      <Header />
      <Offline />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </main>
      <Footer contact={settings?.contact ?? null} year={loaderData.year} />
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
  const words = (refused?.data as Partial<Refused> | null | undefined)?.message
  const home = (
    <SiteLink to="/" className={page.button ?? ''}>
      {t('messages.backHome')}
    </SiteLink>
  )
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <title>{`${t(status === 404 ? 'messages.pageNotFound' : 'broken.title')} · ${t('name')}`}</title>
        <meta name="robots" content="noindex" />
        {status === 404 ? (
          <Notice code="404" title={t('messages.pageNotFound')} text={t('missing.text')}>
            {home}
          </Notice>
        ) : (
          <Notice title={t('broken.title')} text={words || t('broken.text')}>
            {number && !words ? (
              <p id={numberId} data-number={number}>
                {t('broken.number', { id: number })}
              </p>
            ) : null}
            <button type="button" className={page.button} onClick={() => window.location.reload()}>
              {t('retry')}
            </button>
          </Notice>
        )}
      </main>
      <Footer contact={loaderData?.settings?.contact ?? null} year={loaderData?.year ?? new Date().getUTCFullYear()} />
    </>
  )
}
