import type { Certificate } from '#contract/certificate.ts'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { formatCalendarDate, formatNumber } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Star } from '#web/shared/ui/star.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './certificate-sheet.module.css'

const isolate = (text: string) => `\u2068${text}\u2069`

/** A certificate in the language of the page; on paper it takes a page of its own. */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { siteUrl } = useRootData()
  const { formatDate } = useDateFormat()
  const { code, name, teamName, rank, issuedAt, event, issuer } = certificate
  const title = isolate(event.title[lang])
  const holder = name || (teamName ? '' : t('certificates.erased'))
  const address = `${siteUrl}/verify/${code}`
  return (
    <article className={styles.sheet}>
      <p className={styles.issuer}>
        <Star size={40} core="var(--sun)" />
        <bdi>{issuer[lang]}</bdi>
      </p>
      <h2 className={styles.title}>{t('certificates.title')}</h2>
      <p>{t('certificates.awarded')}</p>
      <p className={styles.name}>
        <bdi>{holder || teamName}</bdi>
      </p>
      {holder && teamName ? <p>{t('certificates.ofTeam', { team: isolate(teamName) })}</p> : null}
      <p className={styles.result}>
        {rank === null
          ? t('certificates.forTakingPart', { event: title })
          : t('certificates.forRank', { rank: formatNumber(rank, lang), event: title })}
      </p>
      <p>{formatCalendarDate(event.endDate ?? event.startDate, lang)}</p>
      <footer className={styles.foot}>
        <div className={styles.code}>
          <QrCode text={address} label={t('certificates.qrCode', { code: formatJudgeCode(code) })} />
        </div>
        <div>
          <p>{t('certificates.issued', { date: isolate(formatDate(issuedAt)) })}</p>
          <p>
            {t('certificates.verifyAt')} <bdi dir="ltr">{address.replace(/^https?:\/\//, '')}</bdi>
          </p>
          <p>
            <bdi dir="ltr">{formatJudgeCode(code)}</bdi>
          </p>
        </div>
      </footer>
    </article>
  )
}
