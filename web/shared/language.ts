import { useRouteLoaderData } from 'react-router'
import type { Language } from '#i18n/languages.ts'
import type { PageInfo } from './api-context.ts'
import { storageKeys } from './storage-keys.ts'
import { useTranslation } from './texts.ts'

/** The language of the page. It does not change while the page lives. */
export const useLang = (): Language => useTranslation().i18n.language as Language

/** An address on this site in a language: `?lang=ar` for Arabic, nothing for English. Keeps query and fragment. */
export const localizePath = (path: string, lang: Language): string => {
  const [, before = '', query = '', after = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? []
  const search = new URLSearchParams(query)
  if (lang === 'ar') search.set('lang', 'ar')
  else search.delete('lang')
  const text = search.toString()
  return `${before}${text ? `?${text}` : ''}${after}`
}

/** Keeps the chosen language where the browser and the server look for it. */
export const saveLanguage = (lang: Language) => {
  try {
    window.localStorage.setItem(storageKeys.lang, lang)
  } catch {
    // the cookie is enough
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it; the Cookie Store is not in every browser
  document.cookie = `${storageKeys.lang}=${lang};path=/;max-age=31536000;samesite=lax`
}

/** What the server wrote about the page; see `PageInfo`. */
export const useRootData = (): PageInfo =>
  useRouteLoaderData<PageInfo>('root') ?? { lang: 'en', dir: 'ltr', siteUrl: '', siteName: 'botola' }
