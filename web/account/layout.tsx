import { type ReactNode, useState } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import type { Account } from '#contract/accounts/account.schema.ts'
import { getErasureGracePeriodEnd } from '#contract/accounts/retention.ts'
import { loadAccountTexts } from '#web/shared/accounts/session/account-texts.ts'
import { reloadAccountUserOrSignOut } from '#web/shared/accounts/session/guards.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteNavLink } from '#web/shared/ui/localized-link.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/layout.ts'
import styles from './account.module.css'

/**
 * The parts of the account, in order. A new part is a line here and its page in `web/routes.ts`; `path`
 * without the trailing slash of the first. `name` is its text under `account`.
 */
const accountTabs = [
  { name: 'teams', path: '/account/' },
  { name: 'scores', path: '/account/scores' },
  { name: 'payments', path: '/account/payments' },
  { name: 'data', path: '/account/data' },
] as const satisfies readonly { name: 'teams' | 'scores' | 'payments' | 'data'; path: string }[]

/** Shows that the erasure of the account is requested, with a button that withdraws it. */
function ErasureNotice({ requestedAt, onChanged }: { requestedAt: string; onChanged: () => void }) {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const { submitting, submit } = useSubmitRunner({
    offline: t('account.dataPage.offline'),
    unknown: t('account.dataPage.offline'),
  })
  const withdraw = async () => {
    const failure = await submit(async () => {
      toast.success((await accountApi.ownData.withdrawErasure()).message)
      onChanged()
    })
    if (failure) toast.error(failure.message)
  }
  return (
    <div className={styles.erasureNotice} role="status">
      <p>{t('account.leaving', { day: formatDate(getErasureGracePeriodEnd(requestedAt)) })}</p>
      <button
        type="button"
        className={page.button}
        aria-disabled={submitting}
        onClick={() => void withdraw()}
      >
        {t('account.withdraw')}
      </button>
    </div>
  )
}

/** Shows the layout of the account pages: greeting, tabs and the open page. */
function AccountPageLayout({
  account,
  onChanged,
  children,
}: {
  account: Account
  onChanged: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${styles.frame}`}>
      <NoindexPageMetadata title={t('account.title')} />
      <h1 className={styles.title}>{t('account.hello', { name: account.firstName })}</h1>
      {account.erasureRequestedAt ? (
        <ErasureNotice requestedAt={account.erasureRequestedAt} onChanged={onChanged} />
      ) : null}
      <nav aria-label={t('account.tabs')} className={styles.tabs}>
        <ul>
          {accountTabs.map(({ name, path }) => (
            <li key={path}>
              <SiteNavLink to={path} end>
                {t(`account.${name}`)}
              </SiteNavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}

/** Shows that the account loads, or that it could not be loaded. It has only the texts of the public site. */
function AccountLoadingOrError({ failed = false }: { failed?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.loadingScreen}>
      <NoindexPageMetadata title={t('nav.account')} />
      {failed ? (
        <div className={page.empty}>
          <h1 className={styles.title}>{t('messages.loadFailed')}</h1>
          <p>{t('session.offline')}</p>
          <button type="button" className={page.button} onClick={() => window.location.reload()}>
            {t('retry')}
          </button>
        </div>
      ) : (
        <div>
          <h1 className={hidden.visuallyHidden}>{t('nav.account')}</h1>
          <LogoStar size={64} core="var(--sun)" />
          <p role="status">{t('loading')}</p>
        </div>
      )}
    </div>
  )
}

/** Admits only signed-in users, and loads the texts of the account pages. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { pathname, search } = new URL(request.url)
  const [user, texts] = await Promise.all([
    reloadAccountUserOrSignOut(pathname + search),
    loadAccountTexts(getPageLanguage()),
  ])
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
