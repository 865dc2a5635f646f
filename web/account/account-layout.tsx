import { type ReactNode, useState } from 'react'
import type { Account } from '#contract/account.ts'
import { erasureDue } from '#contract/rules/retention.ts'
import { accountApi } from '#web/shared/api/account-api.ts'
import { formatDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteNavLink } from '#web/shared/ui/site-link.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import styles from './account.module.css'
import { accountTabs } from './tabs.ts'

/** What stands above every part of the account while its erasure waits, with the way back. */
function Leaving({ requestedAt, onChanged }: { requestedAt: string; onChanged: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    if (busy) return
    setBusy(true)
    try {
      toast.success((await accountApi.own.withdrawErasure()).message)
      onChanged()
    } catch (error) {
      toast.error((error instanceof Error && error.message) || t('account.dataPage.offline'))
    }
    setBusy(false)
  }
  return (
    <div className={styles.leaving} role="status">
      <p>{t('account.leaving', { day: formatDate(erasureDue(requestedAt), lang) })}</p>
      <button type="button" className={page.button} aria-disabled={busy} onClick={() => void withdraw()}>
        {t('account.withdraw')}
      </button>
    </div>
  )
}

/** The frame of the account pages: whose it is, the parts, and the open one. */
export function AccountFrame({ account, onChanged, children }: { account: Account; onChanged: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${styles.frame}`}>
      <title>{`${t('account.title')} · ${t('name')}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className={styles.title}>{t('account.hello', { name: `\u2068${account.firstName}\u2069` })}</h1>
      {account.erasureRequestedAt ? <Leaving requestedAt={account.erasureRequestedAt} onChanged={onChanged} /> : null}
      <nav aria-label={t('account.tabs')} className={styles.tabs}>
        <ul>
          {accountTabs.map(({ name, path }) => (
            <li key={path}>
              <SiteNavLink to={path}>{t(`account.${name}`)}</SiteNavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
