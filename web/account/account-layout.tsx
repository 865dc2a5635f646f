import type { ReactNode } from 'react'
import type { Account } from '#contract/account.ts'
import { getErasureDueDate } from '#contract/rules/retention.ts'
import { accountApi } from '#web/shared/api/account-api.ts'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { SiteNavLink } from '#web/shared/ui/site-link.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './account.module.css'
import { accountTabs } from './tabs.ts'

/** Shows that the erasure of the account is requested, with a button that withdraws it. */
function ErasureNotice({ requestedAt, onChanged }: { requestedAt: string; onChanged: () => void }) {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const { submitting, submit } = useSubmit({ offline: t('account.dataPage.offline'), unknown: t('account.dataPage.offline') })
  const withdraw = async () => {
    const failure = await submit(async () => {
      toast.success((await accountApi.ownData.withdrawErasure()).message)
      onChanged()
    })
    if (failure) toast.error(failure.message)
  }
  return (
    <div className={styles.erasureNotice} role="status">
      <p>{t('account.leaving', { day: formatDate(getErasureDueDate(requestedAt)) })}</p>
      <button type="button" className={page.button} aria-disabled={submitting} onClick={() => void withdraw()}>
        {t('account.withdraw')}
      </button>
    </div>
  )
}

/** Shows the layout of the account pages: greeting, tabs and the open page. */
export function AccountPageLayout({ account, onChanged, children }: { account: Account; onChanged: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${styles.frame}`}>
      <NoindexPageMetadata title={t('account.title')} />
      <h1 className={styles.title}>{t('account.hello', { name: `\u2068${account.firstName}\u2069` })}</h1>
      {account.erasureRequestedAt ? <ErasureNotice requestedAt={account.erasureRequestedAt} onChanged={onChanged} /> : null}
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
