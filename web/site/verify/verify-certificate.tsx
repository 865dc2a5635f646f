import { useEffect, useState } from 'react'
import type { VerifiedCertificate } from '#contract/certificate.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Fact } from '#web/shared/ui/fact.tsx'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './verify.module.css'

type Result = { certificate: VerifiedCertificate } | { message: string; isUnknown: boolean }

/** Shows what a certificate says, and whether it is valid. It is read in the browser, so that the rate limit counts every code that a visitor tries. */
export function CertificateVerification({ code }: { code: string }) {
  const { t } = useTranslation()
  const lang = useLang()
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
          show({ message: error instanceof ApiError ? error.message : '', isUnknown: error instanceof ApiError && error.status === 404 }),
      )
    return () => {
      isCurrent = false
    }
  }, [code])
  if (!result) return <p role="status">{t('loading')}</p>
  if (!('certificate' in result))
    return (
      <div role="alert" className={styles.state} data-state="bad">
        <p>{result.isUnknown ? t('certificates.verify.unknown') : result.message || t('messages.loadFailed')}</p>
        {result.isUnknown ? <p>{t('certificates.verify.unknownHint')}</p> : null}
      </div>
    )
  const { name, teamName, rank, event, issuer, issuedAt, revokedAt } = result.certificate
  const facts: [string, string][] = [
    [t('certificates.verify.name'), name],
    [t('certificates.verify.team'), teamName],
    [
      t('certificates.verify.result'),
      rank === null ? t('certificates.verify.takingPart') : t('certificates.verify.rank', { rank: formatNumber(rank, lang) }),
    ],
    [t('certificates.verify.issuer'), issuer[lang]],
    [t('certificates.verify.date'), formatDate(issuedAt) ?? ''],
  ]
  return (
    <>
      <p role="status" className={styles.state} data-state={revokedAt ? 'bad' : 'good'}>
        {revokedAt ? t('certificates.verify.revoked', { date: `\u2068${formatDate(revokedAt)}\u2069` }) : t('certificates.verify.valid')}
      </p>
      <dl className={styles.facts}>
        <Fact label={t('certificates.verify.event')}>
          <SiteLink to={`/events/${event.slug}/`}>
            <bdi>{getEventTitleWithFallback(event.title, lang)}</bdi>
          </SiteLink>
        </Fact>
        {facts.flatMap(([label, value]) =>
          value ? (
            <Fact key={label} label={label}>
              <bdi>{value}</bdi>
            </Fact>
          ) : (
            []
          ),
        )}
        <Fact label={t('certificates.verify.code')}>
          <bdi dir="ltr">{formatJudgeCode(result.certificate.code)}</bdi>
        </Fact>
      </dl>
    </>
  )
}
