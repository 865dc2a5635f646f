import { useState } from 'react'
import { pageContext } from '#web/shared/api-context.ts'
import { loadCertificateTexts } from '#web/shared/certificates/load-certificate-texts.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/verify-page.ts'
import styles from './verify.module.css'
import { CertificateVerification } from './verify-certificate.tsx'

export const loader = async ({ context }: Route.LoaderArgs) => ({ texts: await loadCertificateTexts(context.get(pageContext).lang) })
export const clientLoader = async () => ({ texts: await loadCertificateTexts(getPageLanguage()) })

/** Shows a page that verifies the certificate whose code is in the address. */
export default function VerifyPage({ params, loaderData: { texts } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  return (
    <div className={`${page.wide} ${page.section}`}>
      <PageMetadata
        title={t('certificates.verify.title')}
        description={t('certificates.verify.description')}
        path={`/verify/${encodeURIComponent(params.code)}`}
        noindex
      />
      <div className={styles.page}>
        <h1>{t('certificates.verify.title')}</h1>
        {/* rendered by the server and longer than any result, so that the largest text does not wait for the result */}
        <p className={styles.note}>
          {t('certificates.verify.description')} {t('certificates.verify.short')}
        </p>
        <CertificateVerification key={params.code} code={params.code} />
      </div>
    </div>
  )
}
