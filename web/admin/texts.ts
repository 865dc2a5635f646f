import type { Texts } from '#web/shared/texts.ts'

/** The back office's catalogue of the page's language, which is loaded with it. */
export const adminTexts = async (): Promise<object> =>
  document.documentElement.lang === 'ar' ? (await import('#i18n/ar-admin.ts')).arAdmin : (await import('#i18n/en-admin.ts')).enAdmin

/** Adds it to the texts of the page. */
export const addTexts = (texts: Texts, more: object) => texts.add(more)
