import { useRouteLoaderData } from 'react-router'
import { defaultEventListRegion } from '#contract/event/event.ts'
import { defaultBrand, defaultPhoneCountry } from '#contract/platform/settings.ts'
import { defaultTimeZone, toDateInTimeZone } from '#contract/platform/time-zone.ts'
import type { Language } from '#i18n/languages.ts'
import type { PageInfo } from './api-context.ts'
import { storageKeys } from './storage-keys.ts'
import { useTranslation } from './texts.ts'

/** Returns the language of the page, which never changes without a full load. */
export const useLang = (): Language => useTranslation().i18n.language

/**
 * Adds the language to a path of this site: `?lang=ar` for Arabic, nothing for English. Keeps query and
 * fragment.
 */
export const localizePath = (path: string, lang: Language): string => {
  const [, before = '', query = '', after = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? []
  const search = new URLSearchParams(query)
  if (lang === 'ar') search.set('lang', 'ar')
  else search.delete('lang')
  const text = search.toString()
  return `${before}${text ? `?${text}` : ''}${after}`
}

/** Saves the chosen language in the browser, with a cookie for the server. */
export const saveLanguage = (lang: Language) => {
  try {
    window.localStorage.setItem(storageKeys.lang, lang)
  } catch {
    // the cookie is enough
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it; the Cookie Store is not in every browser
  document.cookie = `${storageKeys.lang}=${lang};path=/;max-age=31536000;samesite=lax`
}

/**
 * The data of the root route. The server writes the name of the time zone, because browsers know other names.
 */
export type RootData = PageInfo & { timeZoneName: string }

/** The data of the root route when it failed. */
const defaultRootData: RootData = {
  lang: 'en',
  dir: 'ltr',
  siteUrl: '',
  siteCode: 'botola',
  timeZone: defaultTimeZone,
  timeZoneName: '',
  get today() {
    return toDateInTimeZone(new Date(), defaultTimeZone)
  },
  brand: {
    name: defaultBrand.name.en,
    isStandard: true,
    logo: null,
    accentColor: null,
    tagline: '',
    about: '',
  },
  showCounters: true,
  eventListRegion: defaultEventListRegion,
  phoneCountry: defaultPhoneCountry,
  isRegistrationEnabled: true,
  readOnlyMessage: null,
  signInProvider: '',
}

/** Returns the data of the root route. */
export const useRootData = (): RootData => useRouteLoaderData<RootData>('root') ?? defaultRootData
