import { useState } from 'react'
import { readDataOrClearSessionAndRedirect } from '#web/shared/accounts/session/guards.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { CertificateSheet } from '#web/shared/event/certificates/certificate-sheet.tsx'
import { loadCertificateTexts } from '#web/shared/event/certificates/certificate-texts.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/certificates-page.ts'
import styles from './certificates.module.css'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const [texts, { certificates, signer }] = await Promise.all([
    loadCertificateTexts(getPageLanguage()),
    readDataOrClearSessionAndRedirect(request.url, accountApi.certificates.listOfAccount),
  ])
  return { texts, certificates, signer }
}
clientLoader.hydrate = true as const

/** Shows the certificates of the account and of its teams, to print. */
export default function AccountCertificatesPage({
  loaderData: { texts, certificates, signer },
}: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h2>{t('certificates.list')}</h2>
        {certificates.length > 0 ? (
          <button type="button" className={page.button} onClick={() => window.print()}>
            {t('certificates.print')}
          </button>
        ) : null}
      </div>
      {certificates.length === 0 ? <p className={page.empty}>{t('certificates.none')}</p> : null}
      {certificates.map((certificate) => (
        <CertificateSheet key={certificate.code} certificate={certificate} signer={signer} />
      ))}
    </div>
  )
}
