import { createInstance, type i18n } from 'i18next'
import type { Language } from './languages.ts'

/** Creates an i18next instance of one language from its catalogue. */
export const createI18n = (lang: Language, catalogue: object): i18n => {
  const instance = createInstance()
  void instance.init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: { translation: catalogue } },
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance
}
