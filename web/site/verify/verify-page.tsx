import { useState } from 'react'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { loadCertificateTexts } from '#web/shared/certificates/load-certificate-texts.ts'
import { Field } from '#web/shared/forms/field.tsx'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/verify-page.ts'
import styles from './verify.module.css'
import { CertificateVerification } from './verify-certificate.tsx'

export const loader = async ({ context }: Route.LoaderArgs) => ({ texts: await loadCertificateTexts(context.get(pageContext).lang) })
export const clientLoader = async () => ({ texts: await loadCertificateTexts(getPageLanguage()) })

/** Shows a form for the code of a certificate, and what the certificate of the code in the address says. The server redirects the form to that address, so it works without scripts. */
export default function VerifyPage({
  params,
  loaderData: { texts },
}: {
  params: { code?: string }
  loaderData: Route.ComponentProps['loaderData']
}) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(texts))
  const { code } = params
  return (
    <div className={`${page.wide} ${page.section}`}>
      <PageMetadata
        title={t('certificates.verify.title')}
        description={t('certificates.verify.description')}
        path={code === undefined ? '/verify/' : `/verify/${encodeURIComponent(code)}`}
        noindex={code !== undefined}
      />
      <div className={styles.page}>
        <h1>{t('certificates.verify.title')}</h1>
        {/* rendered by the server and longer than any result, so that the largest text does not wait for the result */}
        <p className={styles.note}>
          {t('certificates.verify.description')} {t('certificates.verify.short')}
        </p>
        <form key={code} method="get" action="/verify/" className={styles.form}>
          {i18n.language === 'ar' ? <input type="hidden" name="lang" value="ar" /> : null}
          <Field
            name="code"
            label={t('certificates.verify.code')}
            hint={t('certificates.verify.codeHint')}
            dir="ltr"
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={code === undefined ? '' : formatJudgeCode(code)}
          />
          <button type="submit" className={page.button}>
            {t('certificates.verify.submit')}
          </button>
        </form>
        {code === undefined ? null : (
          <>
            <CertificateVerification key={code} code={code} />
            <noscript>
              <p>{t('needsScript')}</p>
            </noscript>
          </>
        )}
      </div>
    </div>
  )
}
