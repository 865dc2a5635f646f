import type { Certificate } from '#contract/certificate.ts'
import { type Lang, langs } from '#contract/localized.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { isolate } from '#contract/rules/isolate.ts'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { certificates as arCertificates } from '#i18n/ar/certificates.ts'
import { certificates as enCertificates } from '#i18n/en/certificates.ts'
import { languages } from '#i18n/languages.ts'
import { formatDate, formatEventDates, formatNumber } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { createTexts, useTranslation } from '#web/shared/texts.ts'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './certificate-sheet.module.css'

/** A certificate has the texts of both languages, whatever the language of the page is. */
const texts = {
  en: createTexts('en', { certificates: enCertificates }, ''),
  ar: createTexts('ar', { certificates: arCertificates }, ''),
}
/** Names with more characters are written smaller, so that every certificate fits on one page. */
const longNames = { medium: 28, small: 56 }

const getNameSize = ({ length }: string) => (length > longNames.small ? 'small' : length > longNames.medium ? 'medium' : 'large')

/** Shows the text of a certificate in English on the left and in Arabic on the right. */
function BothLanguages({ className, write }: { className?: string | undefined; write: (lang: Lang) => string }) {
  return (
    <div className={`${styles.columns} ${className ?? ''}`}>
      {langs.map((lang) => (
        <p key={lang} lang={lang} dir={languages[lang].dir}>
          {write(lang)}
        </p>
      ))}
    </div>
  )
}

/** Shows a certificate in English and Arabic; on paper it takes a page of its own, A4 across. */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation()
  const { siteUrl, timeZone } = useRootData()
  const { code, name, teamName, rank, issuedAt, event, issuer } = certificate
  const holder = name || teamName
  const address = `${siteUrl}/verify/${code}`
  const writeResult = (lang: Lang) => {
    const title = isolate(getEventTitleWithFallback(event.title, lang))
    return rank === null
      ? texts[lang].t('certificates.forTakingPart', { event: title })
      : texts[lang].t('certificates.forRank', { rank: formatNumber(rank, lang), event: title })
  }
  return (
    <article className={styles.sheet} dir="ltr" aria-label={holder || formatJudgeCode(code)}>
      <header className={styles.head}>
        <p lang="en">{issuer.en}</p>
        <Star size={56} core="var(--sun)" />
        <p lang="ar" dir="rtl">
          {issuer.ar}
        </p>
      </header>
      <h2 className={styles.title}>
        <span lang="en">{texts.en.t('certificates.title')}</span>
        <span lang="ar" dir="rtl">
          {texts.ar.t('certificates.title')}
        </span>
      </h2>
      <BothLanguages write={(lang) => texts[lang].t('certificates.awarded')} />
      {holder ? (
        <p className={styles.name} data-size={getNameSize(holder)} dir="auto">
          {holder}
        </p>
      ) : (
        <BothLanguages className={styles.result} write={(lang) => texts[lang].t('certificates.erased')} />
      )}
      {name && teamName ? <BothLanguages write={(lang) => texts[lang].t('certificates.ofTeam', { team: isolate(teamName) })} /> : null}
      <BothLanguages className={styles.result} write={writeResult} />
      {event.startDate || event.endDate ? <BothLanguages write={(lang) => formatEventDates(event, lang)} /> : null}
      <footer className={styles.foot}>
        <p lang="en">{texts.en.t('certificates.issued', { date: isolate(formatDate(issuedAt, 'en', timeZone)) })}</p>
        <div className={styles.code}>
          <QrCode text={address} label={t('certificates.qrCode', { code: formatJudgeCode(code) })} />
          <p>{formatJudgeCode(code)}</p>
          <p>
            <span lang="en">{texts.en.t('certificates.verifyAt')}</span> · <bdi lang="ar">{texts.ar.t('certificates.verifyAt')}</bdi>
          </p>
          <p>{address.replace(/^https?:\/\//, '')}</p>
        </div>
        <p lang="ar" dir="rtl">
          {texts.ar.t('certificates.issued', { date: isolate(formatDate(issuedAt, 'ar', timeZone)) })}
        </p>
      </footer>
    </article>
  )
}
