import type { TFunction } from 'i18next'
import { type Language, languages } from '#i18n/languages.ts'

/** Returns the labels of fields as a list for reading: `title.ar` is 'Title (Arabic)'. */
export const formatEventFieldNames = (t: TFunction, lang: Language, fields: readonly string[]): string => {
  const labels = fields.map((field) => {
    const [name = field, language] = field.split('.')
    const label = t(`adminEvents.fields.${name}` as 'adminEvents.fields.title')
    return language ? `${label} (${t(language === 'ar' ? 'admin.form.arabic' : 'admin.form.english')})` : label
  })
  return new Intl.ListFormat(languages[lang].locale, { type: 'conjunction' }).format(labels)
}
