import type { Account, ActiveSession } from '#contract/account.ts'
import { findConsentText } from '#contract/rules/consent-texts.ts'
import styles from '#web/account/account.module.css'
import { AccountSection } from '#web/account/account-section.tsx'
import { ConsentStatement } from '#web/shared/forms/consent.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AccountForm } from './account-form.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DataDownload } from './data-download.tsx'
import { NewsPreferenceForm } from './news-preference-form.tsx'
import { RequestErasureForm } from './request-erasure-form.tsx'
import { SessionList } from './session-list.tsx'

/** Shows the stored consent of the guardian, with the version of the text that it accepted. */
function GuardianConsentDetails({ guardian }: { guardian: NonNullable<Account['guardian']> }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  const text = findConsentText(guardian.textVersion)?.[lang]
  const values = {
    name: `\u2068${guardian.name}\u2069`,
    contact: `\u2068${guardian.contact}\u2069`,
    day: formatDate(guardian.consentAt),
  }
  return (
    <>
      <p>{t('account.dataPage.guardianOf', values)}</p>
      {text ? (
        <details>
          <summary>{t('account.dataPage.showText')}</summary>
          <ConsentStatement text={text} version={guardian.textVersion} />
        </details>
      ) : null}
    </>
  )
}

/** Shows the sections of the data page: account form, password, sessions, download and erasure. */
export function AccountData({ account, sessions, onChanged }: { account: Account; sessions: ActiveSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.parts}>
      <AccountSection title={t('account.dataPage.person')}>
        <AccountForm key={account.email} account={account} onSaved={onChanged} />
      </AccountSection>
      <div className={styles.column}>
        {account.guardian ? (
          <AccountSection title={t('account.dataPage.guardian')}>
            <GuardianConsentDetails guardian={account.guardian} />
          </AccountSection>
        ) : null}
        <AccountSection title={t('account.dataPage.password')}>
          <ChangePasswordForm onChanged={onChanged} />
        </AccountSection>
        <AccountSection title={t('account.dataPage.sessions')}>
          <SessionList sessions={sessions} onChanged={onChanged} />
        </AccountSection>
        <AccountSection title={t('account.dataPage.news')}>
          <NewsPreferenceForm receivesNews={account.receivesNews} onChanged={onChanged} />
        </AccountSection>
        <AccountSection title={t('account.dataPage.copy')}>
          <DataDownload />
        </AccountSection>
        {account.erasureRequestedAt || account.role === 'admin' ? null : (
          <AccountSection title={t('account.dataPage.erase')} kind="danger">
            <RequestErasureForm onRequested={onChanged} />
          </AccountSection>
        )}
      </div>
    </div>
  )
}
