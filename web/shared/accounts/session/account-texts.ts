import type { Language } from '#i18n/languages.ts'

/** Loads the catalogue of registration and account in a language; other public pages do not carry it. */
export const loadAccountTexts = async (lang: Language): Promise<object> =>
  lang === 'ar'
    ? (await import('#i18n/ar-account.ts')).arAccount
    : (await import('#i18n/en-account.ts')).enAccount
