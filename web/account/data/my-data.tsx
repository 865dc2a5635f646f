import type { Account, OpenSession } from '#contract/account.ts'
import { findConsentText } from '#contract/rules/consent-texts.ts'
import styles from '#web/account/account.module.css'
import { Part } from '#web/account/account-section.tsx'
import { formatDate } from '#web/shared/format.ts'
import { ConsentParagraphs } from '#web/shared/forms/consent.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { DataForm } from './data-form.tsx'
import { Devices } from './devices.tsx'
import { ErasureForm } from './erasure-form.tsx'
import { MyCopy } from './my-copy.tsx'
import { PasswordForm } from './password-form.tsx'

/** The guardian's consent as it was given, with the text of then. */
function GuardianFacts({ guardian }: { guardian: NonNullable<Account['guardian']> }) {
  const { t } = useTranslation()
  const lang = useLang()
  const text = findConsentText(guardian.textVersion)?.[lang]
  const values = {
    name: `\u2068${guardian.name}\u2069`,
    contact: `\u2068${guardian.contact}\u2069`,
    day: formatDate(guardian.consentAt, lang),
  }
  return (
    <>
      <p>{t('account.dataPage.guardianOf', values)}</p>
      {text ? (
        <details>
          <summary>{t('account.dataPage.showText')}</summary>
          <ConsentParagraphs text={text} version={guardian.textVersion} />
        </details>
      ) : null}
    </>
  )
}

/** Everything about one's own data on one page. */
export function MyData({ account, sessions, onChanged }: { account: Account; sessions: OpenSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.parts}>
      <Part title={t('account.dataPage.person')}>
        <DataForm key={account.email} account={account} onSaved={onChanged} />
      </Part>
      <div className={styles.column}>
        {account.guardian ? (
          <Part title={t('account.dataPage.guardian')}>
            <GuardianFacts guardian={account.guardian} />
          </Part>
        ) : null}
        <Part title={t('account.dataPage.password')}>
          <PasswordForm onChanged={onChanged} />
        </Part>
        <Part title={t('account.dataPage.sessions')}>
          <Devices sessions={sessions} onChanged={onChanged} />
        </Part>
        <Part title={t('account.dataPage.copy')}>
          <MyCopy />
        </Part>
        {account.erasureRequestedAt || account.role === 'admin' ? null : (
          <Part title={t('account.dataPage.erase')} kind="danger">
            <ErasureForm onRequested={onChanged} />
          </Part>
        )}
      </div>
    </div>
  )
}
