import type { TFunction } from 'i18next'
import { createContext, use } from 'react'
import type { Language } from '#i18n/languages.ts'

/** The texts of a page in its one language. */
export type Texts = {
  language: Language
  t: TFunction
  /** Whether there is a text under a key that only shows itself when the page runs. */
  exists: (key: string) => boolean
  /** Adds a catalogue that is loaded later (the back office's). */
  add: (catalogue: object) => void
}

/**
 * Texts from a catalogue: `t('a.b', values)` puts the values in place of `{{name}}`; with `count` the plural form of the language is taken (`b_few`). Types are those of
 * i18next, which words the server's replies from the same catalogues; its code is not in the pages (docs/decisions/texts-of-pages.md).
 */
export const createTexts = (language: Language, catalogue: object): Texts => {
  let all: object = catalogue
  const plurals = new Intl.PluralRules(language)
  const find = (key: string): unknown =>
    key.split('.').reduce<unknown>((at, part) => (typeof at === 'object' && at ? (at as Record<string, unknown>)[part] : undefined), all)
  const t = (key: string, values: Record<string, unknown> = {}) => {
    const counted = typeof values.count === 'number' ? find(`${key}_${plurals.select(values.count)}`) : undefined
    const found = counted ?? find(key)
    if (typeof found !== 'string') return values.returnObjects ? found : key
    return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
  }
  return {
    language,
    t: t as unknown as TFunction,
    exists: (key) => typeof find(key) === 'string',
    add: (more) => {
      all = { ...all, ...more }
    },
  }
}

const TextsContext = createContext<Texts | undefined>(undefined)
/** Gives a page its texts. */
export const TextsProvider = TextsContext

/** The texts of the page: `t` words a key, `i18n.language` is the language. */
export const useTranslation = (): { t: TFunction; i18n: Texts } => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('A page without texts')
  return { t: texts.t, i18n: texts }
}
