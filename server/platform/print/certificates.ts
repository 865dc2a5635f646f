import type { Certificate, CertificateSigner } from '#contract/event/certificate.schema.ts'
import { certificateFrame } from '#contract/event/certificate-frame.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { type Lang, langs } from '#contract/platform/localized.ts'
import { logo } from '#contract/site/logo.ts'
import { buildBilingualCertificateTexts } from '#i18n/formats/certificate-texts.ts'
import { removeIsolates } from '#i18n/text-direction.ts'
import { buildSvgDocument, type PrintDocument, printColors, printTranslators } from './document.ts'

const translators = { en: printTranslators.en.t, ar: printTranslators.ar.t }

/** `images` are PNG or WebP files in Base64; without a logo the standard star is drawn. */
export type PrintedCertificates = {
  certificates: readonly Certificate[]
  signer: CertificateSigner
  images: { [name in 'signature' | 'seal' | 'logo']?: string }
  siteUrl: string
  timeZone: string
}

/** Builds a document of certificates, each in English and Arabic on a page of its own, A4 across. */
export const buildCertificateDocument = (
  { certificates, signer, images, siteUrl, timeZone }: PrintedCertificates,
  lang: Lang,
): PrintDocument => {
  const t = translators[lang]
  const signerLines = langs
    .map((of) => ({ lang: of, name: signer.name[of], title: signer.title[of] }))
    .filter(({ name, title }) => name || title)
  return {
    template: 'certificates',
    lang,
    title: t('certificates.list'),
    images,
    drawings: {
      frame: buildSvgDocument(
        certificateFrame.viewBox,
        `<path d="${certificateFrame.path}" fill="none" stroke="${printColors.frame}" stroke-width="${certificateFrame.strokeWidth}"/>`,
        'preserveAspectRatio="none" width="285mm" height="197mm"',
      ),
      star: buildSvgDocument(
        logo.viewBox,
        `<path d="${logo.star}" fill="${printColors.link}" fill-rule="evenodd"/><circle cx="${logo.core.cx}" cy="${logo.core.cy}" r="${logo.core.r}" fill="${printColors.sun}"/>`,
      ),
    },
    data: { signer: signerLines },
    pages: certificates.map((certificate) => {
      const { address, holder, ...texts } = buildBilingualCertificateTexts(certificate, translators, {
        siteUrl,
        timeZone,
      })
      const code = formatCodeInGroups(certificate.code)
      return {
        ...texts,
        issuer: certificate.issuer,
        // its first letter decides the direction of a name
        holder: holder && `\u2068${removeIsolates(holder)}\u2069`,
        code,
        codeLabel: removeIsolates(t('certificates.qrCode', { code })),
        address: address.replace(/^https?:\/\//, ''),
        qr: address,
      }
    }),
  }
}
