import { createInstance, type i18n } from 'i18next'
import type { Language } from './languages.ts'
import { isolateText } from './text-direction.ts'

/**
 * Creates an i18next instance of one language from its catalogue. It isolates values as pages do, unless its
 * sentences are put together from parts, whose values are isolated before.
 */
export const createI18nFromCatalogue = (
  lang: Language,
  catalogue: object,
  { isIsolating = true } = {},
): i18n => {
  const instance = createInstance()
  void instance.init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: { translation: catalogue } },
    initAsync: false,
    interpolation: { escapeValue: isIsolating, escape: (value) => isolateText(value, lang) },
  })
  return instance
}
