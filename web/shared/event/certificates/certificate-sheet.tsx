import type { Certificate, CertificateSigner } from '#contract/event/certificate.schema.ts'
import { certificateFrame } from '#contract/event/certificate-frame.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { type Localized, langs } from '#contract/platform/localized.ts'
import { certificates as arCertificates } from '#i18n/ar/certificates.ts'
import { certificates as enCertificates } from '#i18n/en/certificates.ts'
import { buildBilingualCertificateTexts } from '#i18n/formats/certificate-texts.ts'
import { languages } from '#i18n/languages.ts'
import { useRootData } from '#web/shared/language.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { createTextsFromCatalogue, useTranslation } from '#web/shared/texts.ts'
import { SiteLogo } from '#web/shared/ui/logo.tsx'
import styles from './certificate-sheet.module.css'

const translators = {
  en: createTextsFromCatalogue('en', { certificates: enCertificates }, '').t,
  ar: createTextsFromCatalogue('ar', { certificates: arCertificates }, '').t,
}
/** Shows a frame of the product's star. */
function StarFrame() {
  return (
    <>
      <svg
        className={styles.frame}
        viewBox={certificateFrame.viewBox}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={certificateFrame.path} />
      </svg>
      <div className={styles.line} />
    </>
  )
}

/** Shows the text of a certificate in English on the left and in Arabic on the right. */
function BothLanguages({ className, text }: { className?: string | undefined; text: Localized }) {
  return (
    <div className={`${styles.columns} ${className ?? ''}`}>
      {langs.map((lang) => (
        <p key={lang} lang={lang} dir={languages[lang].dir}>
          {text[lang]}
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
  const { code, issuer } = certificate
  const written = buildBilingualCertificateTexts(certificate, translators, { siteUrl, timeZone })
  return (
    <article
      className={styles.sheet}
      data-text={written.textSize}
      dir="ltr"
      aria-label={written.holder || formatCodeInGroups(code)}
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
        <span lang="en">{written.title.en}</span>
        <span lang="ar" dir="rtl">
          {written.title.ar}
        </span>
      </h2>
      <BothLanguages text={written.awarded} />
      {written.erased ? (
        <BothLanguages className={styles.result} text={written.erased} />
      ) : (
        <p className={styles.name} data-size={written.holderSize} dir="auto">
          {written.holder}
        </p>
      )}
      {written.team ? <BothLanguages text={written.team} /> : null}
      {written.place ? <BothLanguages className={styles.place} text={written.place} /> : null}
      {written.awards ? (
        <BothLanguages className={written.place ? styles.award : styles.place} text={written.awards} />
      ) : null}
      <BothLanguages className={styles.result} text={written.event} />
      {written.dates ? <BothLanguages text={written.dates} /> : null}
      <footer className={styles.foot}>
        <Signature signer={signer} />
        <div className={styles.issued}>
          {signer.seal ? <img className={styles.seal} src={signer.seal} alt="" /> : null}
          {langs.map((lang) => (
            <p key={lang} lang={lang} dir={languages[lang].dir}>
              {written.issued[lang]}
            </p>
          ))}
        </div>
        <div className={styles.code}>
          <QrCode
            text={written.address}
            label={tAttribute('certificates.qrCode', { code: formatCodeInGroups(code) })}
          />
          <p>{formatCodeInGroups(code)}</p>
          <p>
            <span lang="en">{written.verifyAt.en}</span> · <bdi lang="ar">{written.verifyAt.ar}</bdi>
          </p>
          <p>{written.address.replace(/^https?:\/\//, '')}</p>
        </div>
      </footer>
    </article>
  )
}
