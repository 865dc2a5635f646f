import type { Lang } from '#contract/platform/localized.ts'

/** Loads the texts of certificates in one language. */
export const loadCertificateTexts = async (lang: Lang): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-certificates.ts')).arCertificates
    : (await import('#i18n/en-certificates.ts')).enCertificates
