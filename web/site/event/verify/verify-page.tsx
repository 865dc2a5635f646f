import { useEffect, useState } from 'react'
import type { VerifiedCertificate } from '#contract/event/certificate.schema.ts'
import { formatCodeInGroups, maxTypedCodeLength } from '#contract/event/judging/judge-code.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { formatIssueOrLaterEventDate, formatRankInWords } from '#i18n/formats/certificate-texts.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { loadCertificateTexts } from '#web/shared/event/certificates/certificate-texts.ts'
import { TextField } from '#web/shared/forms/fields.tsx'
import { useLang, useRootData } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { DescriptionListEntry } from '#web/shared/ui/fact.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/verify-page.ts'
import styles from './verify.module.css'

type Result = { certificate: VerifiedCertificate } | { message: string; isUnknown: boolean }

/**
 * Shows what a certificate says, and whether it is valid. It is read in the browser, so that the rate limit
 * counts every code that a visitor tries.
 */
function CertificateVerification({ code }: { code: string }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const { formatDate } = useDateFormat()
  const [result, setResult] = useState<Result>()
  useEffect(() => {
    let isCurrent = true
    const show = (next: Result) => {
      if (isCurrent) setResult(next)
    }
    getBrowserApi()
      .certificates.verify(code)
      .then(
        (certificate) => show({ certificate }),
        (error: unknown) =>
          show({
            message: error instanceof ApiError ? error.message : '',
            isUnknown: error instanceof ApiError && error.status === 404,
          }),
      )
    return () => {
      isCurrent = false
    }
  }, [code])
  if (!result) return <p role="status">{t('loading')}</p>
  if (!('certificate' in result))
    return (
      <div role="alert" className={styles.state} data-state="bad">
        <p>
          {result.isUnknown ? t('certificates.verify.unknown') : result.message || t('messages.loadFailed')}
        </p>
        {result.isUnknown ? <p>{t('certificates.verify.unknownHint')}</p> : null}
      </div>
    )
  const { kind, name, teamName, rank, awards, event, issuer, revokedAt } = result.certificate
  const place = rank === null ? t('certificates.verify.takingPart') : formatRankInWords(t, rank, lang)
  const results = {
    entry: place,
    member: place,
    coach: [t('certificates.verify.coaching'), ...(rank === null ? [] : [place])].join(' · '),
    judge: t('certificates.verify.judging'),
  }
  const facts: [string, string][] = [
    [t('certificates.verify.name'), name],
    [t('certificates.verify.team'), teamName],
    [t('certificates.verify.result'), results[kind]],
    [t('certificates.verify.award'), awards.map((award) => award[lang]).join(' · ')],
    [t('certificates.verify.issuer'), issuer[lang]],
    [t('certificates.verify.date'), formatIssueOrLaterEventDate(result.certificate, lang, timeZone)],
  ]
  return (
    <>
      <p role="status" className={styles.state} data-state={revokedAt ? 'bad' : 'good'}>
        {revokedAt
          ? t('certificates.verify.revoked', { date: formatDate(revokedAt) })
          : t('certificates.verify.valid')}
      </p>
      <dl className={styles.facts}>
        <DescriptionListEntry label={t('certificates.verify.event')}>
          <LocalizedLink to={`/events/${event.slug}/`}>
            <Bdi>{getEventTitleWithFallback(event.title, lang)}</Bdi>
          </LocalizedLink>
        </DescriptionListEntry>
        {facts.flatMap(([label, value]) =>
          value ? (
            <DescriptionListEntry key={label} label={label}>
              <bdi>{value}</bdi>
            </DescriptionListEntry>
          ) : (
            []
          ),
        )}
        <DescriptionListEntry label={t('certificates.verify.code')}>
          <bdi dir="ltr">{formatCodeInGroups(result.certificate.code)}</bdi>
        </DescriptionListEntry>
      </dl>
    </>
  )
}

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await loadCertificateTexts(context.get(pageContext).lang),
})
export const clientLoader = async () => ({ texts: await loadCertificateTexts(getPageLanguage()) })

/**
 * Shows a form for the code of a certificate, and what the certificate of the code in the address says. The
 * server redirects the form to that address, so it works without scripts.
 */
export default function CertificateVerificationPage({
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
        {/* rendered by the server and longer than any result, so that the largest text does not wait for the
            result */}
        <p className={styles.note}>
          {t('certificates.verify.description')} {t('certificates.verify.short')}
        </p>
        <form key={code} method="get" action="/verify/" className={styles.form}>
          {i18n.language === 'ar' ? <input type="hidden" name="lang" value="ar" /> : null}
          <TextField
            name="code"
            label={t('certificates.verify.code')}
            hint={t('certificates.verify.codeHint')}
            dir="ltr"
            required
            maxLength={maxTypedCodeLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={code === undefined ? '' : formatCodeInGroups(code)}
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
