import { createContext, type RouterContextProvider } from 'react-router'
import type { Lang } from '#contract/platform/localized.ts'
import { getBrowserApi, type PublicApi } from '#web/shared/api/public-api.ts'

/**
 * The brand of the site, with its texts in the language of the page; empty texts stand for the standard ones.
 */
type PageBrand = {
  name: string
  isStandard: boolean
  logo: string | null
  accentColor: string | null
  tagline: string
  about: string
}

/** The language, direction and site of a page, and what every page needs of the settings. */
export type PageInfo = {
  lang: Lang
  dir: 'ltr' | 'rtl'
  siteUrl: string
  siteCode: string
  timeZone: string
  /** The calendar date in that time zone when the page was rendered. */
  today: string
  brand: PageBrand
  showCounters: boolean
  /** The slug of the region whose events the site lists, null for all regions. */
  eventListRegion: string | null
  /** The country (ISO 3166) that phone fields choose at first. */
  phoneCountry: string
  /** Whether the site takes registrations of users and teams; without it no page invites to register. */
  isRegistrationEnabled: boolean
  /** What visitors read while the site is read-only, null while it is not. */
  readOnlyMessage: string | null
  /** The name of the sign-in provider of the back office; empty without one. */
  signInProvider: string
}

export const apiContext = createContext<PublicApi>()
export const pageContext = createContext<PageInfo>()

/** Returns the API client of a loader: in-process on the server, `window.fetch` in the browser. */
export const getLoaderApi = (context: Readonly<RouterContextProvider> | undefined): PublicApi =>
  typeof window === 'undefined' && context ? context.get(apiContext) : getBrowserApi()
