import type { TFunction } from 'i18next'
import { createContext, use } from 'react'
import type { Language } from '#i18n/languages.ts'
import { isolateText, removeIsolates } from '#i18n/text-direction.ts'

/** The texts of a page in its language. */
export type Texts = {
  language: Language
  t: TFunction
  /** Translates as `t`, without isolates: for attributes, titles and files, which need no order of a sentence. */
  tAttribute: TFunction
  /** Tells whether a key that is known only at run time has a text. */
  exists: (key: string) => boolean
  /** Adds a catalogue that is loaded later, such as that of the back office. */
  add: (catalogue: object) => void
}

/**
 * Creates texts from a catalogue: `t('a.b', values)` replaces `{{name}}` by the values, and `{{site}}` by the
 * name of the site; `count` chooses the plural form of the language (`b_few`), `context` another form where
 * the language has one (`b_female`). `t` isolates the values where the order of the sentence needs that. The
 * types are those of i18next, which the server uses for its replies; its code is not part of the pages
 * (docs/decisions/texts-of-pages.md).
 */
export const createTextsFromCatalogue = (language: Language, catalogue: object, siteName: string): Texts => {
  let all: object = catalogue
  const plurals = new Intl.PluralRules(language)
  const find = (key: string): unknown =>
    key
      .split('.')
      .reduce<unknown>(
        (at, part) => (typeof at === 'object' && at ? (at as Record<string, unknown>)[part] : undefined),
        all,
      )
  const t = (key: string, values: Record<string, unknown> = {}) => {
    const counted =
      typeof values.count === 'number' ? find(`${key}_${plurals.select(values.count)}`) : undefined
    const ofContext = typeof values.context === 'string' ? find(`${key}_${values.context}`) : undefined
    const found = counted ?? ofContext ?? find(key)
    if (typeof found !== 'string') return values.returnObjects ? found : key
    return found.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      if (name in values) return isolateText(String(values[name]), language)
      return name === 'site' ? siteName : placeholder
    })
  }
  const tAttribute = (key: string, values?: Record<string, unknown>) => {
    const text = t(key, values)
    return typeof text === 'string' ? removeIsolates(text) : text
  }
  return {
    language,
    t: t as unknown as TFunction,
    tAttribute: tAttribute as unknown as TFunction,
    exists: (key) => typeof find(key) === 'string',
    add: (more) => {
      all = { ...all, ...more }
    },
  }
}

/**
 * Returns the context of `t` for a text about a person: `female` for the gender 1, as a record or a form
 * holds it. Arabic has feminine forms.
 */
export const createGenderContext = (gender: number | string | null): { context?: 'female' } =>
  String(gender) === '1' ? { context: 'female' } : {}

const TextsContext = createContext<Texts | undefined>(undefined)
/** Provides the texts of a page. */
export const TextsProvider = TextsContext

/** Returns the texts of the page: `t` translates a key, `i18n.language` is the language. */
export const useTranslation = (): Pick<Texts, 't' | 'tAttribute'> & { i18n: Texts } => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('A page without texts')
  return { t: texts.t, tAttribute: texts.tAttribute, i18n: texts }
}
