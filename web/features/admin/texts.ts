import type { i18n } from 'i18next'
import type { Language } from '#i18n/languages.ts'

/** The back office's catalogue of the page's language, which is loaded with it. */
export const adminTexts = async (): Promise<object> =>
  document.documentElement.lang === 'ar' ? (await import('#i18n/ar-admin.ts')).arAdmin : (await import('#i18n/en-admin.ts')).enAdmin

/** Adds it to the texts of the page. */
export const addTexts = (i18n: i18n, texts: object) => {
  i18n.addResourceBundle(i18n.language as Language, 'translation', texts, true, true)
}
