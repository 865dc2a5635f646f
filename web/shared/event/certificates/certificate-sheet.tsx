import type { Certificate, CertificateSigner } from '#contract/event/certificate.schema.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { type Lang, langs } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { logo } from '#contract/site/logo.ts'
import { certificates as arCertificates } from '#i18n/ar/certificates.ts'
import { certificates as enCertificates } from '#i18n/en/certificates.ts'
import { languages } from '#i18n/languages.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { formatEventDates } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { createTranslator, useTranslation } from '#web/shared/texts.ts'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import styles from './certificate-sheet.module.css'
import { formatIssueOrLaterEventDate, formatRankInWords } from './certificate-texts.ts'

/** A certificate has the texts of both languages, whatever the language of the page is. */
const texts = {
  en: createTranslator('en', { certificates: enCertificates }, ''),
  ar: createTranslator('ar', { certificates: arCertificates }, ''),
}
/**
 * Names, and the other texts together, with more characters are written smaller, so that every certificate
 * fits on one page.
 */
const longNames = { medium: 28, small: 56 }
const longTexts = { medium: 90, small: 220 }

const getSize = (length: number, limits: { medium: number; small: number }) =>
  length > limits.small ? 'small' : length > limits.medium ? 'medium' : 'large'

/**
 * The stars of the frame, in tiles of 56 units, in which neighbours touch: 29 in a row and 20 in a column are
 * nearly square on A4.
 */
const frame = { tile: 56, columns: 29, rows: 20 }
const movePath = (path: string, x: number, y: number) =>
  path.replace(/([\d.]+) ([\d.]+)/g, (_, pointX, pointY) => `${Number(pointX) + x} ${Number(pointY) + y}`)
const framePath = Array.from({ length: frame.columns * frame.rows }, (_, index) => [
  index % frame.columns,
  Math.floor(index / frame.columns),
])
  .filter(([column = 0, row = 0]) => column % (frame.columns - 1) === 0 || row % (frame.rows - 1) === 0)
  .map(([column = 0, row = 0]) =>
    movePath(logo.outline + logo.traces, column * frame.tile - 4, row * frame.tile - 4),
  )
  .join('')

/**
 * Shows a frame of the product's star. It is one path of lines, which spares ink and keeps the size of a PDF
 * file small.
 */
function StarFrame() {
  return (
    <>
      <svg
        className={styles.frame}
        viewBox={`-2 -2 ${frame.columns * frame.tile + 4} ${frame.rows * frame.tile + 4}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={framePath} />
      </svg>
      <div className={styles.line} />
    </>
  )
}

/** Shows the text of a certificate in English on the left and in Arabic on the right. */
function BothLanguages({
  className,
  write,
}: {
  className?: string | undefined
  write: (lang: Lang) => string
}) {
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

/**
 * Shows signature, name and title of who signs, and the seal; nothing when nobody is set. Without an image,
 * the line is for a signature by hand.
 */
function Signature({ signer: { name, title, signature } }: { signer: CertificateSigner }) {
  const lines = langs.flatMap((lang) =>
    name[lang] || title[lang] ? [{ lang, name: name[lang], title: title[lang] }] : [],
  )
  if (lines.length === 0 && signature === null) return <div />
  return (
    <div className={styles.signer}>
      <div className={styles.signature}>{signature ? <img src={signature} alt="" /> : null}</div>
      {lines.map((line) => (
        <p key={line.lang} lang={line.lang} dir={languages[line.lang].dir}>
          <b>{line.name}</b>
          {line.name && line.title ? <br /> : null}
          {line.title}
        </p>
      ))}
    </div>
  )
}

type Props = { certificate: Certificate; signer: CertificateSigner }

/** Shows a certificate in English and Arabic; on paper it takes a page of its own, A4 across. */
export function CertificateSheet({ certificate, signer }: Props) {
  const { tAttribute } = useTranslation()
  const { siteUrl, timeZone } = useRootData()
  const { code, kind, name, teamName, rank, awards, event, issuer } = certificate
  const holder = name || (kind === 'entry' ? teamName : '')
  const address = `${siteUrl}/verify/${code}`
  const hasResult = rank !== null || awards.length > 0
  const writeEvent = (lang: Lang) => {
    const values = { event: getEventTitleWithFallback(event.title, lang) }
    if (kind === 'judge') return texts[lang].t('certificates.forJudging', values)
    return texts[lang].t(
      hasResult || kind === 'coach' ? 'certificates.inEvent' : 'certificates.forTakingPart',
      values,
    )
  }
  const writeAwards = (lang: Lang) =>
    joinTexts(
      awards.map((award) => award[lang]),
      lang,
    )
  const textLength =
    Math.max(...langs.map((lang) => writeEvent(lang).length + writeAwards(lang).length)) + teamName.length
  const teamText = kind === 'coach' ? 'certificates.coachOfTeam' : 'certificates.ofTeam'
  return (
    <article
      className={styles.sheet}
      data-text={getSize(textLength, longTexts)}
      dir="ltr"
      aria-label={holder || formatCodeInGroups(code)}
    >
      <StarFrame />
      <header className={styles.head}>
        <p lang="en">{issuer.en}</p>
        <SiteLogo size={64} />
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
        <p className={styles.name} data-size={getSize(holder.length, longNames)} dir="auto">
          {holder}
        </p>
      ) : (
        <BothLanguages className={styles.result} write={(lang) => texts[lang].t('certificates.erased')} />
      )}
      {teamName && kind !== 'judge' && holder !== teamName ? (
        <BothLanguages write={(lang) => texts[lang].t(teamText, { team: teamName })} />
      ) : null}
      {rank === null ? null : (
        <BothLanguages
          className={styles.place}
          write={(lang) => formatRankInWords(texts[lang].t, rank, lang)}
        />
      )}
      {awards.length > 0 ? (
        <BothLanguages className={rank === null ? styles.place : styles.award} write={writeAwards} />
      ) : null}
      <BothLanguages className={styles.result} write={writeEvent} />
      {event.startDate || event.endDate ? (
        <BothLanguages write={(lang) => formatEventDates(event, lang)} />
      ) : null}
      <footer className={styles.foot}>
        <Signature signer={signer} />
        <div className={styles.issued}>
          {signer.seal ? <img className={styles.seal} src={signer.seal} alt="" /> : null}
          {langs.map((lang) => (
            <p key={lang} lang={lang} dir={languages[lang].dir}>
              {texts[lang].t('certificates.issued', {
                date: formatIssueOrLaterEventDate(certificate, lang, timeZone),
              })}
            </p>
          ))}
        </div>
        <div className={styles.code}>
          <QrCode
            text={address}
            label={tAttribute('certificates.qrCode', { code: formatCodeInGroups(code) })}
          />
          <p>{formatCodeInGroups(code)}</p>
          <p>
            <span lang="en">{texts.en.t('certificates.verifyAt')}</span> ·{' '}
            <bdi lang="ar">{texts.ar.t('certificates.verifyAt')}</bdi>
          </p>
          <p>{address.replace(/^https?:\/\//, '')}</p>
        </div>
      </footer>
    </article>
  )
}
